/** Operations that belong together, in reading order, with a sentence about each. */
export type Section = { tag: string; description: string; operations: Record<string, string> };
