import { createRequire } from 'node:module';
import { types } from 'node:util';
import { TestEnvironment } from 'jest-environment-node';

/**
 * Jest loads every module again for each test file. Those in `shared/` are loaded once per worker, and so stay compiled. They
 * don't see what a test changes in `process.env`.
 */
export default class Environment extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.requireShared = createRequire(import.meta.url);
    acceptErrorsOfAll(this.global.Error);
    // Jest sets 100. The SDK creates an Error object in every call.
    Error.stackTraceLimit = 10;
  }
}

acceptErrorsOfAll(Error);

/** Shared modules and each test file have an `Error` of their own. `instanceof Error` accepts them all. */
function acceptErrorsOfAll(own) {
  const isInstance = Function.prototype[Symbol.hasInstance];
  Object.defineProperty(own, Symbol.hasInstance, {
    configurable: true,
    value(error) {
      return this === own ? types.isNativeError(error) : isInstance.call(this, error);
    },
  });
}
