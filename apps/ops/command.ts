import type { PlatformClient, StoreClient } from '../client/client.ts';
import { CommandError } from './commandError.ts';

export type Argument = {
  type?: 'integer';
  /** The accepted values, if they can be listed. */
  values?: readonly string[];
};
export type Option = {
  type: 'string' | 'boolean' | 'integer';
  summary: string;
  values?: readonly string[];
  /** The smallest integer. */
  least?: number;
  multiple?: true;
  required?: true;
};
/** By name. `first_name` is written `--first-name` on the command line. */
type Arguments = Record<string, Argument>;
type Options = Record<string, Option>;
// biome-ignore lint/complexity/noBannedTypes: no names at all
type None = {};

type One<D extends Argument | Option> = D extends { type: 'boolean' }
  ? boolean
  : D extends { type: 'integer' }
    ? number
    : D extends { values: readonly (infer V)[] }
      ? V
      : string;
type Value<O extends Option> = O extends { multiple: true } ? One<O>[] : One<O>;

/** The values on the command line, by the name of their argument or option. */
type Input<A extends Arguments, O extends Options> = { [Name in keyof A]: One<A[Name]> } & {
  [Name in keyof O]: O[Name] extends { required: true } ? Value<O[Name]> : Value<O[Name]> | undefined;
};

/** The parsed command line. `platform` and `store` create a client with the key from the environment, `storeWith` with this key. */
export type Call<I = Record<string, unknown>> = {
  input: I;
  json: boolean;
  platform(): Promise<PlatformClient>;
  store(): Promise<StoreClient>;
  storeWith(key: string): StoreClient;
};

/**
 * The result: `data` for `--json`, and the same as `text`. `failed` means exit code 1. If `isStreamed`, the command has already
 * printed its output, so nothing more is printed.
 */
export type Output = { data: unknown; text: string; failed?: boolean; isStreamed?: boolean };

type Described = {
  /** One or two words, such as `tenant list`. */
  name: string;
  summary: string;
  details?: string;
  /** Command lines without `npm run ops --`. A test runs them in this order. */
  examples: readonly [string, string, ...string[]];
};
type Definition<A extends Arguments, O extends Options> = Described & { args?: A; options?: O };

export type Command = Described & { args: Arguments; options: Options; run(call: Call): Promise<Output> };

export const command = <const A extends Arguments = None, const O extends Options = None>(
  definition: Definition<A, O> & { run(call: Call<Input<A, O>>): Promise<Output> },
) => ({ args: {}, options: {}, ...definition }) as unknown as Command;

/** A command that calls the API as `call` says and prints the result as `print` says. */
type Row<Client, A extends Arguments, O extends Options, T> = Definition<A, O> & {
  call(client: Client, input: Input<A, O>): Promise<T>;
  print(result: T): string;
};

export const platformCommand = <const A extends Arguments = None, const O extends Options = None, T = unknown>(
  row: Row<PlatformClient, A, O, T>,
) => command({ ...row, run: async ({ input, platform }) => outputOf(row, await row.call(await platform(), input)) });

export const storeCommand = <const A extends Arguments = None, const O extends Options = None, T = unknown>(
  row: Row<StoreClient, A, O, T>,
) => command({ ...row, run: async ({ input, store }) => outputOf(row, await row.call(await store(), input)) });

const outputOf = <T>({ print }: { print(result: T): string }, data: T): Output => ({ data, text: print(data) });

/** Wrong usage: one line on stderr, exit code 2. */
export class UsageError extends CommandError {}
