import { tableShape } from './tableShape.ts';

/** What a handler can do at all, read from its own bundled code. */
export type Uses = {
  /** The commands that it sends to AWS. */
  commands: string[];
  /** The indexes that it queries. */
  indexes: string[];
  /** It calls what is not ours, and may have to wait for it. */
  callsOut: boolean;
};

/** Reads bundled, tree-shaken code in which the SDK is still an import. */
export function usesOf(code: string): Uses {
  const imports = [...code.matchAll(/^import \{([^}]*)\} from "@aws-sdk\/[^"]+";$/gm)].map(([, names]) => names);
  const commands = imports.flatMap((names) => names?.match(/\w+(?=Command\b)/g) ?? []);
  return {
    commands: [...new Set(commands)].sort(),
    indexes: tableShape.indexes.map(({ name }) => name).filter((name) => code.includes(`IndexName: "${name}"`)),
    callsOut: /^import .* from "node:https";$/m.test(code),
  };
}
