import { referenceHandler } from '../../lib/reference/serving.ts';
import { referenceFiles } from '../reference/files.ts';

let files: ReturnType<typeof referenceFiles> | undefined;

/** What `functions/reference.ts` reads from files when deployed is made here once it is asked for. */
export const reference = referenceHandler(async (name) => {
  files ??= referenceFiles();
  return (await files).get(name);
});
