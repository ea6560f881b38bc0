import type { PlatformClient, StoreClient } from '../../../lib/client/client.ts';
import { Fault } from '../../fault.ts';

type Option = { type: 'string' | 'boolean'; says: string; multiple?: true; required?: true };
export type Options = Record<string, Option>;

type Value<O extends Option> = O extends { type: 'boolean' } ? boolean : O extends { multiple: true } ? string[] : string;
type Values<O extends Options> = {
  [Name in keyof O]: O[Name] extends { required: true } ? Value<O[Name]> : Value<O[Name]> | undefined;
};

/** What a command is called with: its arguments by name, its options, and the services behind the keys of the environment. */
export type Call<O extends Options> = {
  given: Record<string, string>;
  values: Values<O>;
  platform(): Promise<PlatformClient>;
  store(): Promise<StoreClient>;
};

/** What a command tells: data for programs, and the same as text for people. */
export type Told = { data: unknown; text: string; failed?: boolean };

export type Command<O extends Options = Options> = {
  /** The words that call it. */
  words: string;
  takes: readonly string[];
  says: string;
  more?: string;
  options: O;
  run(call: Call<O>): Promise<Told>;
};

export const command = <const O extends Options>(made: Command<O>) => made as unknown as Command;

/** Called as it cannot be: told in one line, exit code 2. */
export class Misuse extends Fault {}
