import { isList } from '../../../lib/answers.ts';

export const ordinary = 512;

/** A list can be 4 MB of JSON, so it gets the memory at which Lambda provides a whole CPU. */
export const megabytesOf = (operation: string) => (isList(operation) ? 1769 : ordinary);
