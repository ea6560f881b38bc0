import { readFileSync } from 'node:fs';

type Kept = { status: number; body: unknown };

/** Sends the requests of a file as the REST Client would, from top to bottom; gives each answer under its name. */
export async function sendAll(page: string, environment: Record<string, string>): Promise<Map<string, Kept>> {
  const [head = '', ...requests] = readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8').split(/^### .*\n/m);
  const variables = new Map(
    [...head.matchAll(/^@(\w+) = (.*)$/gm)].map(([, name, value]) => [name as string, value as string]),
  );
  variables.set('url', environment.url as string);
  const answers = new Map<string, Kept>();
  const filled = (text: string): string =>
    text.replace(/\{\{(.+?)\}\}/g, (_, expression: string) => filled(behind(expression)));
  const behind = (expression: string): string => {
    const [word = '', ...rest] = expression.split(/[ .]/);
    if (word === '$processEnv') return environment[rest[0] as string] as string;
    if (word === '$timestamp') return `${Date.now()}`;
    if (expression === '$datetime iso8601 1 d') return new Date(Date.now() + 86_400_000).toISOString();
    return variables.get(expression) ?? `${pick(answers.get(word)?.body, expression)}`;
  };
  for (const request of requests) {
    const [, name = '', method = '', address = '', rest = ''] = /^# @name (\w+)\n(\w+) (\S+)\n([\s\S]*)$/.exec(request) ?? [];
    const [headers = '', body] = filled(rest).trim().split(/\n\n/);
    const init = { method, headers: headers.split('\n').map((line) => line.split(': ') as [string, string]) };
    const answer = await fetch(filled(address), { ...init, ...(body && { body }) });
    answers.set(name, { status: answer.status, body: await answer.json() });
  }
  return answers;
}

/** `name.response.body.$.a.b[0].c` of an answer; what is not there is a fault of the file. */
function pick(body: unknown, expression: string): unknown {
  const path = /\.response\.body\.\$\.(.+)$/.exec(expression)?.[1] ?? '';
  // biome-ignore lint/suspicious/noExplicitAny: a path leads through whatever was answered
  const found = path.split(/[.[\]]+/).reduce((at: any, step) => (step === '' ? at : at?.[step]), body);
  if (found === undefined) throw new Error(`{{${expression}}} leads nowhere`);
  return found;
}
