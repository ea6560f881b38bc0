import { listQuery } from '../api/list.ts';
import { row } from '../api/route.ts';
import { ProductPatch, productFilters, SkuParam, StockChange, WholeProduct } from './inputs.ts';

export const getProducts = () =>
  row({
    id: 'getProducts',
    summary: 'Get all products',
    method: 'GET',
    path: '/v1/management/product/',
    query: listQuery(productFilters()),
    access: ['Query'],
  });

export const getProduct = () =>
  row({
    id: 'getProduct',
    summary: 'Get product',
    method: 'GET',
    path: '/v1/management/product/{sku}',
    params: SkuParam(),
    access: ['GetItem'],
  });

export const putProduct = () =>
  row({
    id: 'putProduct',
    summary: 'Create or replace product',
    method: 'PUT',
    path: '/v1/management/product/{sku}',
    createdStatus: 201,
    params: SkuParam(),
    body: WholeProduct(),
    access: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'],
  });

export const updateProduct = () =>
  row({
    id: 'updateProduct',
    summary: 'Update product',
    method: 'PATCH',
    path: '/v1/management/product/{sku}',
    params: SkuParam(),
    body: ProductPatch(),
    access: ['BatchGetItem', 'PutItem', 'UpdateItem'],
  });

export const adjustStock = () =>
  row({
    id: 'adjustStock',
    summary: 'Adjust or count stock',
    method: 'POST',
    path: '/v1/management/product/{sku}/stock/',
    params: SkuParam(),
    body: StockChange(),
    errors: ['insufficient_stock'],
    idempotent: true,
    access: ['GetItem', 'PutItem', 'UpdateItem'],
  });
