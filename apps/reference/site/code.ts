import { escaped, type Html, html, raw } from './html.ts';

const string = /"(?:[^"\\\n]|\\.)*"|'[^']*'/.source;
const number = /\b\d[\d_]*(?:\.\d+)?\b/.source;

/** What is coloured in each language. What begins first wins; if two begin at the same place, the first in the pattern. */
const patterns: Record<string, string> = {
  sh: `(?<c>(?<=^|\\s)#.*)|(?<s>${string})|(?<n>\\$\\{?\\w+\\}?)|(?<k>(?<=^|[|(]\\s*)(?:curl|npm|npx|node|python3|aws|api|field|for|do|done|export|git)\\b)`,
  ts: `(?<c>//.*)|(?<s>${string}|\`[^\`]*\`)|(?<n>${number})|(?<k>\\b(?:import|from|const|let|await|async|for|of|if|else|return|new|try|catch|throw|function|export|type|while|continue|break)\\b)`,
  python: `(?<c>#.*)|(?<s>"""[^]*?"""|${string})|(?<n>${number})|(?<k>\\b(?:import|from|def|class|return|if|else|for|in|not|with|as|try|except|raise|None|True|False|lambda|any)\\b)`,
  json: `(?<k>"(?:[^"\\\\]|\\\\.)*"(?=:))|(?<s>${string})|(?<n>-?${number}|\\b(?:true|false|null)\\b)`,
};

/** A code block with syntax highlighting. It scrolls independently of the page and can be reached by keyboard. */
export function codeBlock(language: string, code: string, label: string): Html {
  return html`<div class="code"><pre tabindex="0" role="group" aria-label="${label}"><code>${raw(coloured(language, code.trimEnd()))}</code></pre></div>`;
}

function coloured(language: string, code: string): string {
  const pattern = patterns[language];
  if (!pattern) return escaped(code);
  let end = 0;
  let result = '';
  for (const { 0: text, index, groups = {} } of code.matchAll(new RegExp(pattern, 'gm'))) {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined);
    result += `${escaped(code.slice(end, index))}<span class="${kind}">${escaped(text)}</span>`;
    end = index + text.length;
  }
  return result + escaped(code.slice(end));
}
