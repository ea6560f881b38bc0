import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type OrderItem, stateOf } from '../../../lib/order/orderItem.ts';
import { stockMoves } from '../../../lib/order/stock.ts';
import { productKey } from '../../../lib/product/storedProduct.ts';
import { kindOf } from '../../storedKinds.ts';
import { itemsOf, type Tables, tenantsIn } from './differences.ts';
import type { Item } from './laterOf.ts';

/** A product whose reserved units differ from what its store's orders hold. */
export type WrongReserve = { pk: string; sku: string; reserved: number; held: number };

/**
 * Replication copies the items of one transaction independently, so a lost region can leave an order without its stock change,
 * or the other way round.
 */
export async function findWrongReserves(tables: Tables): Promise<WrongReserve[]> {
  const wrong: WrongReserve[] = [];
  for (const tenant of await tenantsIn(tables)) {
    const items = await Array.fromAsync(itemsOf(tables.documents, tables.current, `T#${tenant}`));
    wrong.push(...wrongIn(items));
  }
  return wrong;
}

export function wrongIn(items: readonly Item[]): WrongReserve[] {
  const held = new Map<string, number>();
  for (const order of items.filter((item) => kindOf(item) === 'order')) {
    for (const { sku, reserved } of stockMoves(undefined, stateOf(order as unknown as OrderItem))) {
      held.set(order.pk + sku, (held.get(order.pk + sku) ?? 0) + reserved);
    }
  }
  const products = items.filter((item) => kindOf(item) === 'product');
  return products.flatMap(({ pk, sku, reserved }) => {
    const units = held.get(pk + sku) ?? 0;
    return reserved === units ? [] : [{ pk, sku: String(sku), reserved: Number(reserved), held: units }];
  });
}

/** Sets the reserved units to what the orders hold. The available units have to be counted by hand. */
export async function correctReserves(
  { documents, current: TableName }: Tables,
  wrong: readonly WrongReserve[],
): Promise<void> {
  for (const { pk, sku, reserved, held } of wrong) {
    const update = new UpdateCommand({
      TableName,
      Key: { pk, sk: productKey(sku) },
      UpdateExpression: 'SET reserved = :held',
      ConditionExpression: 'reserved = :seen',
      ExpressionAttributeValues: { ':held': held, ':seen': reserved },
    });
    await documents.send(update).catch((error) => {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    });
  }
}
