/** The parameters of a path from an ID for each resource: `order/{number}` gets the ID of `order`. Undefined if one is unknown. */
export function pathParameters(path: string, ids: Record<string, string>): Record<string, string> | undefined {
  const found = [...path.matchAll(/(\w+)\/\{(\w+)\}/g)].map(([, noun = '', name]) => [name, ids[noun]]);
  return found.some(([, id]) => id === undefined) ? undefined : Object.fromEntries(found);
}
