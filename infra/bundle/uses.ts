import { tableShape } from '../tableShape.ts';

/** What a handler can do at all, read from its own bundled code. */
export type Uses = {
  /** The commands that it sends to AWS. */
  commands: string[];
  /** What it puts into transactions. */
  writes: string[];
  /** It changes items, beyond noting on a key the day that it was used. */
  updates: boolean;
  /** It queries the table itself. */
  queries: boolean;
  /** The indexes that it queries. */
  indexes: string[];
  /** It calls what is not ours, and may have to wait for it. */
  callsOut: boolean;
};

/** Reads bundled, tree-shaken code in which the SDK is still an import. */
export function usesOf(code: string): Uses {
  const imports = [...code.matchAll(/^import \{([^}]*)\} from "@aws-sdk\/[^"]+";$/gm)].map(([, names]) => names);
  const commands = imports.flatMap((names) => names?.match(/\w+(?=Command\b)/g) ?? []);
  const writes = ['Put', 'Delete', 'ConditionCheck'].filter((kind) => code.includes(`  ${kind}: {`));
  return {
    commands: [...new Set(commands)].sort(),
    writes: commands.includes('TransactWrite') ? writes : [],
    updates: updating.test(useCase(code)),
    queries: code.includes('"pk = :pk AND '),
    indexes: tableShape.indexes.map(({ name }) => name).filter((name) => code.includes(`IndexName: "${name}"`)),
    callsOut: /^import .* from "node:https";$/m.test(code),
  };
}

/** A call of what makes an update in lib/db; the bundler numbers a name that it meets twice. */
const updating = /(?<![.\w])(set|change|increment|update|add)\d*\(/;

/** Our own code but for what all handlers share; the bundler heads what it takes of a file with the file's name. */
const useCase = (code: string) =>
  code
    .split(/^\/\/ (?=\S+\.\w+$)/m)
    .filter((part) => /^(functions|lib)\/(?!db\/|key\/authenticate\.ts)/.test(part))
    .join('');
