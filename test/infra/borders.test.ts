import { expect, test } from '@jest/globals';
import { forbiddenImports } from '../../infra/lint/borders.ts';

test.each([
  ['a higher layer', 'lib/tenant/data.ts', "import { getOrder } from '../order/data.ts';", 'must point to a lower layer'],
  ['only a type of a higher layer', 'lib/db/read.ts', "import type { Order } from '../order/schema.ts';", 'lower layer'],
  ['a higher layer over several lines', 'lib/api/list.ts', "import {\n  a,\n  b,\n} from './call.ts';", 'lower layer'],
  ['a higher layer at run time', 'lib/api/list.ts', "const { a } = await import('./call.ts');", 'lower layer'],
  ['something to re-export from a higher layer', 'lib/api/errors.ts', "export { a } from './list.ts';", 'lower layer'],
  ['a handler', 'lib/order/data.ts', "import { handler } from '../../functions/management/getOrder.ts';", 'lower layer'],
  ['the infrastructure', 'functions/site.ts', "import { a } from '../infra/app.ts';", 'lower layer'],
  ['the schema of its response', 'functions/unmatched.ts', "import { a } from '../lib/order/schema.ts';", 'only its types'],
  ['all response schemas', 'lib/order/patchOrder.ts', "import { type Order, a } from './schema.ts';", 'only its types'],
  ['the database client', 'lib/order/data.ts', "import { a } from '@aws-sdk/lib-dynamodb';", 'only lib/db/ may'],
  [
    'the database, if it is an application',
    'apps/ops/sync.ts',
    "import { a } from '../../lib/order/data.ts';",
    'what `forApps` lists',
  ],
  ['the infrastructure, if it is an application', 'apps/client/a.ts', "import '../../infra/app.ts';", 'what `forApps` lists'],
  ['the queue client', 'lib/webhook/send.ts', "import { a } from '@aws-sdk/client-sqs';", 'only lib/webhook/queue.ts may'],
])('a file may not import %s', (_, file, source, reason) => {
  expect(forbiddenImports(file, source)).toEqual([expect.stringMatching(`^${file} imports .*: .*${reason}`)]);
});

test.each([
  ['its own layer', 'lib/order/data.ts', "import { a } from './state.ts';"],
  ['a lower layer', 'lib/order/data.ts', "import { a } from '../product/stockActions.ts';"],
  ['the types of a response', 'lib/order/data.ts', "import type { Order } from './schema.ts';"],
  ['a schema, if it is an application', 'apps/console/frame.tsx', "import { Order } from '../../lib/order/schema.ts';"],
  ['only a type of the data, if it is an application', 'apps/ops/sync.ts', "import type { A } from '../../lib/order/data.ts';"],
  ['any noun, if it is a handler', 'functions/management/getOrder.ts', "import { a } from '../../lib/order/data.ts';"],
  ['the database client, if it is below lib/db', 'lib/db/read.ts', "import { a } from '@aws-sdk/lib-dynamodb';"],
])('a file may import %s', (_, file, source) => {
  expect(forbiddenImports(file, source)).toEqual([]);
});

test('a new folder or file of lib/ must be assigned to a layer', () => {
  const found = forbiddenImports('lib/coupon/data.ts', "import { a } from '../db/read.ts';");
  expect(found).toEqual([expect.stringContaining('lib/coupon/data.ts has no layer')]);
});
