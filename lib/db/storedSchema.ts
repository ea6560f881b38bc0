// biome-ignore lint/suspicious/noExplicitAny: an older shape has no type
type Older = any;

/**
 * How one kind of item is stored. `version` is written as `schema` with each item; items without it have version 1. Each step
 * upgrades an item from its version to the next, beginning with version 1. No kind has a step yet, because no version has been
 * released.
 *
 * During a deployment, old and new code run side by side. So a step keeps the fields that exist already: a newer version may
 * have written them before an older one wrote the item.
 */
export function storedSchema<T>(...steps: ((older: Older) => Older)[]) {
  return {
    version: steps.length + 1,
    /** The item as the current version stores it. What a newer version stored stays as it is. */
    upgrade: (item: Older, schema = 1): T => steps.slice(schema - 1).reduce((older, step) => step(older), item),
  };
}
