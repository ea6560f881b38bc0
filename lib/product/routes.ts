import * as z from 'zod/mini';
import { listQuery } from '../list.ts';
import type { Route } from '../route.ts';
import { name, patch } from '../values/fields.ts';
import { price } from '../values/money.ts';
import { Product, skuShape } from './schema.ts';

const params = () => z.object({ sku: z.string().check(z.regex(skuShape)) });
const one = () => z.object({ product: Product });
const mostStock = 1_000_000_000;
/** In grams. The database knows no number as small as a double may be. */
const weight = () =>
  z.nullable(
    z.number().check(
      z.minimum(0),
      z.maximum(1_000_000_000),
      z.refine((grams) => Number(grams.toFixed(3)) === grams, 'must have at most 3 decimals'),
    ),
  );

export const getProducts = () =>
  ({
    id: 'getProducts',
    summary: 'Get all products',
    caller: 'management',
    method: 'GET',
    path: '/v1/management/product/',
    status: 200,
    query: listQuery({}),
    payload: z.object({ products: z.array(Product), next_cursor: z.nullable(z.string()) }),
    errors: [],
  }) satisfies Route;

export const getProduct = () =>
  ({
    id: 'getProduct',
    summary: 'Get product',
    caller: 'management',
    method: 'GET',
    path: '/v1/management/product/{sku}',
    status: 200,
    params: params(),
    payload: one(),
    errors: ['not_found'],
  }) satisfies Route;

export const putProduct = () =>
  ({
    id: 'putProduct',
    summary: 'Create or replace product',
    caller: 'management',
    method: 'PUT',
    path: '/v1/management/product/{sku}',
    status: 200,
    statusOfNew: 201,
    params: params(),
    body: z.strictObject({
      name: name(),
      price: price(),
      stock: z.nullable(z.int().check(z.minimum(0), z.maximum(mostStock))),
      weight: z.optional(weight()),
    }),
    payload: one(),
    errors: [],
  }) satisfies Route;

export const updateProduct = () =>
  ({
    id: 'updateProduct',
    summary: 'Update product',
    caller: 'management',
    method: 'PATCH',
    path: '/v1/management/product/{sku}',
    status: 200,
    params: params(),
    body: patch({ name: name(), price: price(), weight: weight() }),
    payload: one(),
    errors: ['not_found'],
  }) satisfies Route;

export const adjustStock = () =>
  ({
    id: 'adjustStock',
    summary: 'Adjust stock',
    caller: 'management',
    method: 'POST',
    path: '/v1/management/product/{sku}/stock/',
    status: 200,
    params: params(),
    body: z.strictObject({ adjust: z.int().check(z.minimum(-mostStock), z.maximum(mostStock)) }),
    payload: one(),
    errors: ['not_found', 'insufficient_stock'],
    idempotent: true,
  }) satisfies Route;
