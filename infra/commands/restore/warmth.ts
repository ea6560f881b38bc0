import type { TableDescription, UpdateTableCommandInput, WarmThroughput } from '@aws-sdk/client-dynamodb';

export type Warming = Pick<UpdateTableCommandInput, 'WarmThroughput' | 'GlobalSecondaryIndexUpdates'>;

/** The warm throughput that a restored table and its indexes need to match the old ones. Undefined if they lack nothing. */
export function missingWarmth(old: TableDescription, restored: TableDescription): Warming | undefined {
  const table = raised(old.WarmThroughput, restored.WarmThroughput);
  const { GlobalSecondaryIndexes: oldIndexes = [] } = old;
  const GlobalSecondaryIndexUpdates = (restored.GlobalSecondaryIndexes ?? []).flatMap(({ IndexName, WarmThroughput: own }) => {
    const of = oldIndexes.find((index) => index.IndexName === IndexName)?.WarmThroughput;
    const WarmThroughput = raised(of, own);
    return WarmThroughput ? [{ Update: { IndexName, WarmThroughput } }] : [];
  });
  if (!table && GlobalSecondaryIndexUpdates.length === 0) return undefined;
  return {
    ...(table && { WarmThroughput: table }),
    ...(GlobalSecondaryIndexUpdates.length > 0 && { GlobalSecondaryIndexUpdates }),
  };
}

/** AWS never lowers either, so each keeps the higher one. */
function raised(old: WarmThroughput = {}, own: WarmThroughput = {}): WarmThroughput | undefined {
  const higher = (name: keyof WarmThroughput) => Math.max(old[name] ?? 0, own[name] ?? 0);
  const [ReadUnitsPerSecond, WriteUnitsPerSecond] = [higher('ReadUnitsPerSecond'), higher('WriteUnitsPerSecond')];
  const isEnough =
    ReadUnitsPerSecond === (own.ReadUnitsPerSecond ?? 0) && WriteUnitsPerSecond === (own.WriteUnitsPerSecond ?? 0);
  return isEnough ? undefined : { ReadUnitsPerSecond, WriteUnitsPerSecond };
}
