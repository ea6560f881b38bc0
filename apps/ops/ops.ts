import { client, platformClient, StoreError } from '../client/client.ts';
import { type Output, UsageError } from './command.ts';
import { CommandError, errorText } from './commandError.ts';
import { commands } from './commands.ts';
import { connectionFor, type KeyVariable, storeErrorText } from './connection.ts';
import { help } from './help.ts';
import { helpTopics, parse } from './parse.ts';
import { red } from './terminal.ts';

/** `npm run ops`: manages tenants, keys, settings, products and books from a terminal, through the API. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
try {
  const { text, failed = false } = await run(process.argv.slice(2));
  process.stdout.write(text);
  process.exitCode = failed ? 1 : 0;
} catch (error) {
  process.stderr.write(`${red(errorText(error).trimEnd())}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

async function run(words: string[]): Promise<Pick<Output, 'text' | 'failed'>> {
  const topics = helpTopics(commands, words);
  if (topics) return printed(help(topics), words.includes('--json'));
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
      json,
      platform: async () => platformClient(await connect('PLATFORM_API_KEY')),
      store: async () => client(await connect('STORE_API_KEY')),
    });
    return output.isStreamed ? { ...output, text: '' } : printed(output, json);
  } catch (error) {
    throw error instanceof StoreError ? new CommandError(storeErrorText(error, variable)) : error;
  }
}

function printed(output: Pick<Output, 'data' | 'text' | 'failed'>, json: boolean) {
  return json ? { ...output, text: `${JSON.stringify(output.data, null, 2)}\n` } : output;
}
