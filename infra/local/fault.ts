/** A fault that its reader can mend: told in one line, without a stack. */
export class Fault extends Error {}
