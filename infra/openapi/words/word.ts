type Word = string | ({ description: string } & Record<string, unknown>);

/** By the field's name, or by `Schema.field` where it means something else there; an object says more of its JSON Schema. */
export type Words = Record<string, Word>;
