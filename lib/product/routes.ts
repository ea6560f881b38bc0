import * as z from 'zod/mini';
import { listQuery } from '../api/list.ts';
import { defineRoute } from '../api/route.ts';
import { field, nextCursor } from '../values/documented.ts';
import { ProductPatch, productFilters, SkuParam, StockChange, WholeProduct } from './inputs.ts';
import { Product } from './schema.ts';

export const getProducts = () =>
  defineRoute({
    id: 'getProducts',
    summary: 'Get all products',
    description: 'Lists products, sorted by SKU. Archived products are listed only with `archived=true`.',
    place: ['Management: products', 1],
    method: 'GET',
    path: '/v1/management/product/',
    query: listQuery(productFilters()),
    payload: z.object({ products: field(z.array(Product), 'The products, sorted by SKU.'), next_cursor: nextCursor }),
    returns: 'products',
    access: ['Query'],
  });

export const getProduct = () =>
  defineRoute({
    id: 'getProduct',
    summary: 'Get product',
    description: 'Returns one product with its stock.',
    place: ['Management: products', 2],
    method: 'GET',
    path: '/v1/management/product/{sku}',
    params: SkuParam(),
    payload: z.object({ product: Product }),
    returns: 'product',
    access: ['GetItem'],
  });

export const putProduct = () =>
  defineRoute({
    id: 'putProduct',
    summary: 'Create or replace product',
    description:
      'Returns 201 for a new product and 200 for a replaced one. With `If-None-Match: *`, it never replaces a product. Stock that orders have reserved does not change, and an archived product stays archived.',
    place: ['Management: products', 3],
    method: 'PUT',
    path: '/v1/management/product/{sku}',
    createdStatus: 201,
    params: SkuParam(),
    body: WholeProduct(),
    payload: z.object({ product: Product }),
    returns: 'product',
    creates: { path: '/product/{sku}', id: 'product/sku' },
    access: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'],
  });

export const updateProduct = () =>
  defineRoute({
    id: 'updateProduct',
    summary: 'Update product',
    description: 'Changes only the given fields.',
    place: ['Management: products', 4],
    method: 'PATCH',
    path: '/v1/management/product/{sku}',
    params: SkuParam(),
    body: ProductPatch(),
    payload: z.object({ product: Product }),
    returns: 'product',
    access: ['BatchGetItem', 'PutItem', 'UpdateItem'],
  });

export const adjustStock = () =>
  defineRoute({
    id: 'adjustStock',
    summary: 'Adjust or count stock',
    description:
      'Send either `adjust`, to add or remove available units, or `counted`, after counting the stock. The available units cannot become negative.',
    place: ['Management: products', 5],
    method: 'POST',
    path: '/v1/management/product/{sku}/stock/',
    params: SkuParam(),
    body: StockChange(),
    errors: ['insufficient_stock'],
    idempotent: true,
    payload: z.object({ product: Product }),
    returns: 'product',
    access: ['GetItem', 'PutItem', 'UpdateItem'],
  });
