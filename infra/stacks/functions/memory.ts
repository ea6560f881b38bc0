import { isPaged } from '../../../lib/answers.ts';

export const defaultMegabytes = 512;

/** A list can be 4 MB of JSON, so it gets a whole CPU, which Lambda provides from 1,769 MB. */
export const megabytesOf = (operation: string) => (isPaged(operation) ? 1769 : defaultMegabytes);
