import { client, platformClient, StoreError } from '../../lib/client/client.ts';
import { CommandError, errorText } from '../commandError.ts';
import { type Command, type Output, UsageError } from './ops/command.ts';
import { connectionFor, type KeyVariable, storeErrorText } from './ops/connection.ts';
import { exports } from './ops/exports.ts';
import { help } from './ops/help.ts';
import { keys } from './ops/keys.ts';
import { helpTopics, parse } from './ops/parse.ts';
import { payments } from './ops/payments.ts';
import { products } from './ops/products.ts';
import { reports } from './ops/report.ts';
import { settings } from './ops/settings.ts';
import { stock } from './ops/stock.ts';
import { syncs } from './ops/sync.ts';
import { tenants } from './ops/tenants.ts';
import { users } from './ops/users.ts';
import { webhooks } from './ops/webhooks.ts';

/** `npm run ops`: manages tenants, keys, settings, products and books from a terminal, through the API. */
const commands: Command[] = [
  ...tenants,
  ...keys,
  ...settings,
  ...products,
  ...stock,
  ...users,
  ...exports,
  ...payments,
  ...reports,
  ...syncs,
  ...webhooks,
];

process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
try {
  const { text, failed = false } = await run(process.argv.slice(2));
  process.stdout.write(text);
  process.exitCode = failed ? 1 : 0;
} catch (error) {
  process.stderr.write(errorText(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

async function run(words: string[]): Promise<Pick<Output, 'text' | 'failed'>> {
  const topics = helpTopics(commands, words);
  if (topics) return { text: help(topics) };
  const { command, args, options, json } = parse(commands, words);
  let variable: KeyVariable = 'PLATFORM_API_KEY';
  const connect = (name: KeyVariable) => {
    variable = name;
    return connectionFor(name);
  };
  try {
    const output = await command.run({
      args,
      options,
      platform: async () => platformClient(await connect('PLATFORM_API_KEY')),
      store: async () => client(await connect('STORE_API_KEY')),
    });
    if (output.isStreamed) return { ...output, text: '' };
    return json ? { ...output, text: `${JSON.stringify(output.data, null, 2)}\n` } : output;
  } catch (error) {
    throw error instanceof StoreError ? new CommandError(storeErrorText(error, variable)) : error;
  }
}
