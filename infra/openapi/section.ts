/** Operations that belong together, in the order in which they are read. */
export type Section = { tag: string; description: string; operations: Record<string, string> };
