/** An AWS action, its resource and the partition it touches, such as `dynamodb:GetItem`, `table`, `T#*`. */
export type Need = { action: string; place: string; partition?: string };

// biome-ignore lint/suspicious/noExplicitAny: each command has its own input
type Input = any;

/** What a database call needs. */
export function needsOf(command: string, input: Input): Need[] {
  if (command.startsWith('Transact')) return input.TransactItems.flatMap(ofTransaction);
  if (command === 'BatchGetItem') {
    const [{ Keys }] = Object.values<Input>(input.RequestItems);
    return Keys.map((Key: Input) => single(command, { Key }));
  }
  if (command !== 'Query') return [single(command, input)];
  const partition = partitionOf(Object.values<Input>(input.ExpressionAttributeValues)[0]);
  return [{ action: 'dynamodb:Query', place: input.IndexName ? `index/${input.IndexName}` : 'table', partition }];
}

const ofTransaction = (item: object) => Object.entries(item).map(([kind, input]) => single(`${kind}Item`, input));

function single(command: string, { Key, Item, ExpressionAttributeNames = {} }: Input): Need {
  const partition = partitionOf((Key ?? Item).pk);
  const names = command === 'UpdateItem' ? Object.values(ExpressionAttributeNames).join() : '';
  const isMeasure = ['changed', 'changed,expires_at', 'lag_ms,busiest,busiest_lag_ms'].includes(names);
  const isMark = names === 'last_used' || (names === 'revoked' && partition.startsWith('PLATFORM'));
  const part = isMark ? ` ${names}` : isMeasure ? ' changed,expires_at,lag_ms,busiest,busiest_lag_ms' : '';
  return { action: `dynamodb:${command}`, place: `table${part}`, partition };
}

const partitionOf = (value: string | { S: string }) =>
  (typeof value === 'string' ? value : value.S).replace(/^(?!PLATFORM)(.*?)#.*/, '$1#*');
