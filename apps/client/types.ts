import type * as z from 'zod/mini';
import type { Params, Query, Route } from '../../lib/api/route.ts';
import type { Operations } from '../../lib/routes.ts';
import type { operations } from './operations.ts';
import type { Options, Unsupported } from './request.ts';

type Payload<Id extends keyof Operations> = z.output<Operations[Id]['payload']>;
type PathFields<R extends Route> = R['params'] extends z.ZodMiniType ? z.input<R['params']> : Params<R>;
type BodyFields<R extends Route> = R['body'] extends z.ZodMiniType ? z.input<R['body']> : unknown;
type OptionsOf<E> = Omit<Options, Unsupported<E>>;
type Optional<F, O> = Record<never, never> extends F ? [fields?: F, options?: O] : [fields: F, options?: O];
type Arguments<R extends Route, E> = Optional<PathFields<R> & Query<R> & BodyFields<R>, OptionsOf<E>>;
type FieldNamed<P, E, Role extends string> = E extends Record<Role, infer F extends keyof P> ? P[F] : never;
type Result<P, E> = E extends { item: string } ? FieldNamed<P, E, 'item'> : P;
type ItemOf<List> = List extends readonly (infer I)[] ? I : never;
type WalkName<Id> = Id extends `get${infer Rest}` ? Uncapitalize<Rest> : never;
type ListIds<Endpoints> = { [Id in keyof Endpoints]: Endpoints[Id] extends { list: string } ? Id : never }[keyof Endpoints];

/** A method for each operation, and for each list a second one (`orders`, `products` …) that walks all pages. */
export type Client<Endpoints> = {
  [Id in keyof Endpoints & keyof Operations]: (
    ...given: Arguments<Operations[Id], Endpoints[Id]>
  ) => Promise<Result<Payload<Id>, Endpoints[Id]>>;
} & {
  [Id in ListIds<Endpoints> & keyof Operations as WalkName<Id>]: (
    ...given: Arguments<Operations[Id], Endpoints[Id]>
  ) => AsyncGenerator<ItemOf<FieldNamed<Payload<Id>, Endpoints[Id], 'list'>>, void, void>;
};

export type StoreClient = Client<typeof operations.management>;
export type PlatformClient = Client<typeof operations.platform>;
