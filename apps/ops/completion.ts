import { resolve } from 'node:path';
import { type Command, command } from './command.ts';

const details = `The script also defines ops, a short form of npm run --silent ops -- that works in any folder. To load both in this session:

  eval "$(npm run --silent ops -- completion bash)"

To have them in every session, write the script to a file that your shell loads, such as ~/.bashrc or ~/.zshrc:

  npm run --silent ops -- completion bash >> ~/.bashrc`;

/** `commands` is a function because the table contains this command too. */
export const completion = (commands: () => readonly Command[]) =>
  command({
    name: 'completion',
    args: ['shell'],
    values: { shell: ['bash', 'zsh'] },
    summary: 'Prints a script that completes commands and options in bash or zsh',
    details,
    examples: ['completion bash', 'completion zsh'],
    options: {},
    run: async ({ args: { shell = '' } }) => {
      const text = scriptFor(shell as keyof typeof shells, commands());
      return { data: { shell, script: text }, text };
    },
  });

const scriptFor = (shell: keyof typeof shells, commands: readonly Command[]) => `# Completion of \`ops\` in ${shell}.
ops() { ${quote(process.execPath)} ${quote(resolve(import.meta.dirname, './ops.ts'))} "$@"; }

${wordsFunction(commands)}
${shells[shell]}`;

/** Quoted for a shell. */
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const shells = {
  bash: `_ops() {
  local typed current='' found line="\${COMP_LINE:0:COMP_POINT}"
  read -ra typed <<<"$line"
  if [[ "$line" != *[[:space:]] ]]; then
    current="\${typed[\${#typed[@]} - 1]}"
    unset "typed[\${#typed[@]} - 1]"
  fi
  found=$(_ops_words "\${typed[@]:1}")
  COMPREPLY=()
  if [[ "$found" == '<file>'* ]]; then
    compopt -o filenames 2>/dev/null
    local IFS=$'\\n'
    COMPREPLY=($(compgen -f -- "$current"))
  fi
  local IFS=$' \\n'
  COMPREPLY+=($(compgen -W "\${found#<file>}" -- "$current"))
  # bash treats what follows a colon as a word of its own.
  [[ "$current" != *:* ]] || COMPREPLY=("\${COMPREPLY[@]#"\${current%:*}:"}")
}
complete -F _ops ops
`,
  zsh: `_ops() {
  local found
  found=$(_ops_words "\${(@)words[2,CURRENT-1]}")
  [[ "$found" != '<file>'* ]] || _files
  compadd -- \${=found#<file>}
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
compdef _ops ops
`,
};

/** A function for both shells: prints the words that can come next, and `<file>` where a file name can. */
function wordsFunction(commands: readonly Command[]): string {
  const groups = Map.groupBy(commands, ({ name }) => name.split(' ')[0] as string);
  const withVerbs = [...groups].filter(([name, [first]]) => first?.name !== name);
  const verbs = withVerbs.map(([group, list]) => branch(`'${group} '`, list.map(({ name }) => name.split(' ')[1]).join(' ')));
  return `_ops_words() {
  local previous=''
  for previous; do :; done
  case "$1 $2" in
${[branch("' '", [...groups.keys(), 'help'].join(' ')), ...verbs, ...commands.map(commandBranch)].join('\n')}
  esac
}
`;
}

const branch = (pattern: string, words: string, indent = '    ') => `${indent}${pattern}) ${words && `echo '${words}' `};;`;

/** What may follow a command: the values of its options and arguments, else its options. */
function commandBranch({ name, args, values = {}, options }: Command): string {
  const words = name.split(' ').length;
  const withValues = Object.entries(options).filter(([, { type }]) => type === 'string');
  const byValues = Map.groupBy(withValues, ([option, { values = [] }]) => (option === 'file' ? '<file>' : values.join(' ')));
  const ofOptions = [...byValues].map(([accepted, list]) =>
    branch(list.map(([option]) => `*:--${option}`).join(' | '), accepted, '        '),
  );
  const all = [...Object.keys(options), 'json', 'help'].map((option) => `--${option}`).join(' ');
  const ofArgs = args.flatMap((arg, i) => {
    const accepted = arg === 'file' ? ['<file>'] : values[arg];
    return accepted ? [branch(`${words + i}:*`, accepted.join(' '), '        ')] : [];
  });
  const pattern = words === 1 ? `'${name} '*` : `'${name}'`;
  return `    ${pattern})
      case "$#:$previous" in
${[...ofOptions, ...ofArgs, branch('*', all, '        ')].join('\n')}
      esac
      ;;`;
}
