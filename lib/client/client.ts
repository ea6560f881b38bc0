import type * as z from 'zod/mini';
import type { Answers } from '../answers.ts';
import type { Params, Query, Route } from '../route.ts';
import type { Operations } from '../routes.ts';
import { operations } from './operations.ts';
import { type Asked, type Entry, type Options, outgoing, paramsOf } from './request.ts';
import { type Patience, send } from './send.ts';

export { StoreError } from './error.ts';

/** An undefined one is told at once: it comes from a variable that is not set. */
export type Settings = { url: string | undefined; key: string | undefined } & Partial<Patience>;

type Payload<Id extends keyof Answers> = z.output<Answers[Id]>;
type Sent<R extends Route> = R['body'] extends z.ZodMiniType ? z.input<R['body']> : unknown;
type Fitting<R extends Route> = R extends { idempotent: true } ? Options : Omit<Options, 'idempotencyKey'>;
type Takes<A, O> = Record<never, never> extends A ? [asked?: A, options?: O] : [asked: A, options?: O];
type Arguments<R extends Route> = Takes<Params<R> & Query<R> & Sent<R>, Fitting<R>>;
type Field<P, E, Role extends string> = E extends Record<Role, infer F extends keyof P> ? P[F] : never;
type Answer<P, E> = E extends { gives: string } ? Field<P, E, 'gives'> : P;
type Item<List> = List extends readonly (infer I)[] ? I : never;
type Walk<Id> = Id extends `get${infer Rest}` ? Uncapitalize<Rest> : never;
type Lists<Entries> = { [Id in keyof Entries]: Entries[Id] extends { list: string } ? Id : never }[keyof Entries];

/** Each operation by its name; and what it lists as `orders`, `products` …, which walk over all pages. */
export type Client<Entries> = {
  [Id in keyof Entries & keyof Operations]: (...given: Arguments<Operations[Id]>) => Promise<Answer<Payload<Id>, Entries[Id]>>;
} & {
  [Id in Lists<Entries> & keyof Operations as Walk<Id>]: (
    ...given: Arguments<Operations[Id]>
  ) => AsyncGenerator<Item<Field<Payload<Id>, Entries[Id], 'list'>>, void, void>;
};

/** For a store: the management interface, which a management key opens. */
export const client = (settings: Settings) => clientOf(operations.management, settings);

export type StoreClient = ReturnType<typeof client>;

/** For the operator: the platform interface, which a platform key opens. */
export const platformClient = (settings: Settings) => clientOf(operations.platform, settings);

export type PlatformClient = ReturnType<typeof platformClient>;

function clientOf<Entries extends Record<string, Entry>>(entries: Entries, settings: Settings): Client<Entries> {
  const { retries = 3, timeout = 30_000 } = settings;
  const { base, key } = checked(settings);
  const call = async (entry: Entry, asked: Asked = {}, options: Options = {}) => {
    const request = outgoing(entry, asked, base, key, options);
    return (await send(request, { retries, timeout }, options.signal)) as Record<string, unknown>;
  };
  const methods = Object.entries(entries).flatMap(([id, entry]) => {
    const { gives } = entry;
    const one = async (asked?: Asked, options?: Options) => {
      const payload = await call(entry, asked, options);
      return gives ? payload[gives] : payload;
    };
    return entry.list ? [[id, one] as const, [walkName(id), walking(entry, call)] as const] : [[id, one] as const];
  });
  return Object.fromEntries<unknown>(methods) as Client<Entries>;
}

function checked({ url, key }: Settings) {
  if (!/^https?:\/\/[^/]/.test(url ?? '')) throw new TypeError('url must be that of the service, like https://…');
  if (url?.includes('@')) throw new TypeError('url must hold neither user nor password');
  if (!/^[\x21-\x7e]+$/.test(key ?? '')) throw new TypeError('key must be an API key, without blanks or line breaks');
  return { base: (url as string).replace(/\/+$/, ''), key: key as string };
}

const walkName = (id: string) => id.charAt(3).toLowerCase() + id.slice(4);

/** The first request carries the filters; then the cursor does. */
const walking = (entry: Entry, call: (entry: Entry, asked: Asked, options?: Options) => Promise<Record<string, unknown>>) =>
  async function* (asked: Asked = {}, options?: Options) {
    const kept = Object.entries(asked).filter(([name]) => name === 'limit' || paramsOf(entry).includes(name));
    for (let next: Asked | undefined = asked; next; ) {
      const page = await call(entry, next, options);
      yield* page[entry.list as string] as unknown[];
      next = page.next_cursor ? { ...Object.fromEntries(kept), cursor: page.next_cursor } : undefined;
    }
  };
