/** With `FULL=1` every fault and every run of a property is tested, otherwise a sample. */
export const isFull = Boolean(process.env.FULL);
