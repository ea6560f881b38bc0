import type { PlatformClient, StoreClient } from '../client/client.ts';
import { CommandError } from './commandError.ts';

export type Option = {
  type: 'string' | 'boolean';
  summary: string;
  /** The accepted values, if they can be listed. */
  values?: readonly string[];
  multiple?: true;
  required?: true;
};
export type Options = Record<string, Option>;

type Value<O extends Option> = O extends { type: 'boolean' } ? boolean : O extends { multiple: true } ? string[] : string;
type Values<O extends Options> = {
  [Name in keyof O]: O[Name] extends { required: true } ? Value<O[Name]> : Value<O[Name]> | undefined;
};

/** The parsed command line. `platform` and `store` create a client with the key from the environment. */
export type Call<O extends Options> = {
  args: Record<string, string>;
  options: Values<O>;
  json: boolean;
  platform(): Promise<PlatformClient>;
  store(): Promise<StoreClient>;
};

/**
 * The result: `data` for `--json`, and the same as `text`. `failed` means exit code 1. If `isStreamed`, the command has already
 * printed its output, so nothing more is printed.
 */
export type Output = { data: unknown; text: string; failed?: boolean; isStreamed?: boolean };

export type Command<O extends Options = Options> = {
  /** One or two words, such as `tenant list`. */
  name: string;
  args: readonly string[];
  /** The accepted values of arguments, where they can be listed. */
  values?: Record<string, readonly string[]>;
  summary: string;
  details?: string;
  /** Command lines without `npm run ops --`. A test runs them in this order. */
  examples: readonly [string, string, ...string[]];
  options: O;
  run(call: Call<O>): Promise<Output>;
};

export const command = <const O extends Options>(definition: Command<O>) => definition as unknown as Command;

/** Wrong usage: one line on stderr, exit code 2. */
export class UsageError extends CommandError {}
