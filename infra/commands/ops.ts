import { client, platformClient, StoreError } from '../../lib/client/client.ts';
import { told } from '../fault.ts';
import { keyFrom, storeUrl } from './ops/access.ts';
import { type Command, Misuse, type Told } from './ops/command.ts';
import { help } from './ops/help.ts';
import { keys } from './ops/keys.ts';
import { helpAsked, parse } from './ops/parse.ts';
import { products } from './ops/products.ts';
import { refusalLine } from './ops/refusal.ts';
import { settings } from './ops/settings.ts';
import { tenants } from './ops/tenants.ts';

/** `npm run ops`: what an operator does from a terminal, through the interfaces of the service. */
const commands: Command[] = [...tenants, ...keys, ...settings, ...products];

process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
try {
  const { text, failed = false } = await perform(process.argv.slice(2));
  process.stdout.write(text);
  process.exitCode = failed ? 1 : 0;
} catch (error) {
  process.stderr.write(error instanceof StoreError ? `${refusalLine(error)}\n` : told(error));
  process.exitCode = error instanceof Misuse ? 2 : 1;
}

async function perform(words: string[]): Promise<Pick<Told, 'text' | 'failed'>> {
  const asked = helpAsked(commands, words);
  if (asked) return { text: help(asked) };
  const { command, given, values, json } = parse(commands, words);
  const outcome = await command.run({
    given,
    values,
    platform: async () => platformClient({ url: storeUrl(), key: await keyFrom('PLATFORM_API_KEY') }),
    store: async () => client({ url: storeUrl(), key: await keyFrom('STORE_API_KEY') }),
  });
  return json ? { ...outcome, text: `${JSON.stringify(outcome.data, null, 2)}\n` } : outcome;
}
