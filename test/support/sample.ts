/** `FULL=1` tests every fault and more property runs. The default is a sample. */
export const isFull = Boolean(process.env.FULL);
