import { itemIn } from '../commands/restore/differences.ts';
import type { Item } from '../commands/restore/laterOf.ts';
import type { Key, World } from './world.ts';

type Replica = { key: Key; image: Item | undefined; arrives: number };

/**
 * Copies each write from the first table to the second after a random delay, as DynamoDB does between regions: each item in the
 * order of its writes, but the items of one transaction independently. Time is counted in requests.
 */
export function replicate(world: World, random: () => number, maxLag: number) {
  const latest = new Map<string, number>();
  let queue: Replica[] = [];
  let now = 0;
  world.onWrite = async (keys) => {
    if (world.inUse !== 'first') return;
    for (const key of keys) {
      const name = `${key.pk} ${key.sk}`;
      const image = await itemIn({ documents: world.documents, old: 'first', current: 'second' }, 'first', key);
      const arrives = Math.max(latest.get(name) ?? 0, now + Math.floor(random() * maxLag));
      latest.set(name, arrives);
      queue.push({ key, image, arrives });
    }
  };
  return {
    /** Lets time pass by one request. */
    async advance() {
      now += 1;
      const arrived = queue.filter(({ arrives }) => arrives <= now);
      queue = queue.filter(({ arrives }) => arrives > now);
      for (const { key, image } of arrived) await (image ? world.put('second', image) : world.remove('second', key));
    },
    /** The region is lost: what has not arrived never will. Returns how many writes that are. */
    cut(): number {
      const { length } = queue;
      queue = [];
      return length;
    },
  };
}
