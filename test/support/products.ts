import { type Answer, type As, call, type Options } from './call.ts';

const productCall =
  (id: string) =>
  ({ key }: As, sku: string, body?: unknown, headers: Options['headers'] = {}): Promise<Answer> =>
    call(id, { as: key, params: { sku }, body, headers });

export const getProduct = productCall('getProduct');
export const putProduct = productCall('putProduct');
export const updateProduct = productCall('updateProduct');
export const adjustStock = productCall('adjustStock');
