import { isPathValue } from '../../../client/request.ts';
import { parseResponse } from '../../../parseResponse.ts';
import { element } from './element.ts';
import { type Kind, keys, masked } from './keys.ts';

type Request = { method: string; path: string; headers: Record<string, string>; body: string | undefined };

/** Shows the form, keeps its curl command up to date, and sends the request. Returns a function that shows a new key. */
export function startTryIt(section: HTMLElement, base: string, enterKey: () => void): () => void {
  const form = section.querySelector('form') as HTMLFormElement;
  const button = form.querySelector('button.primary') as HTMLButtonElement;
  const [status, answer] = section.querySelectorAll('.result > div') as unknown as [HTMLElement, HTMLElement];
  const command = section.querySelector('.request') as HTMLElement;
  const kind = form.dataset.kind as Kind;
  const show = (line: Node | string, ...body: Node[]) => {
    status.replaceChildren(line);
    answer.replaceChildren(...body);
  };
  const showCommand = () => {
    for (const field of form.querySelectorAll<HTMLInputElement>('[data-in="path"]')) {
      field.setCustomValidity(isPathValue(field.value) ? '' : 'Enter a value other than "." or "..".');
    }
    command.textContent = curlOf(requestOf(form), kind);
  };
  form.addEventListener('input', showCommand);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const known = keys.get(kind);
    if (!known) return enterKey();
    button.disabled = true;
    show('Sending…');
    const response = await send(base, requestOf(form), known.key);
    button.disabled = false;
    if (keys.get(kind)?.key === known.key) show(...response);
  });
  section.hidden = false;
  showCommand();
  let usedKey: string | undefined;
  return () => {
    const known = keys.get(kind);
    // A response belongs to the key that it was sent with.
    if (known?.key !== usedKey) show('');
    usedKey = known?.key;
    const used = section.querySelector('.key-used') as HTMLElement;
    used.textContent = known ? `the key ${masked(known.key)} of ${known.owner}` : `your ${kind} key`;
  };
}

/** Empty and invalid fields are left out. */
function requestOf(form: HTMLFormElement): Request {
  const { method = 'GET', path: template = '' } = form.dataset;
  const fields = [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-in]')].filter(
    ({ value, validity }) => value !== '' && validity.valid,
  );
  const given = (place: string) =>
    fields.filter(({ dataset }) => dataset.in === place).map(({ name, value }) => [name, value] as [string, string]);
  const values = new Map(given('path'));
  const path = template.replace(/\{(\w+)\}/g, (whole, name) =>
    values.has(name) ? encodeURIComponent(values.get(name) as string) : whole,
  );
  const query = given('query').length > 0 ? `?${new URLSearchParams(given('query'))}` : '';
  const body = form.querySelector('textarea')?.value.trim() || undefined;
  const headers = { ...Object.fromEntries(given('header')), ...(body && { 'Content-Type': 'application/json' }) };
  return { method, path: `${path}${query}`, headers, body };
}

/** The key is never part of the command. */
function curlOf({ method, path, headers, body }: Request, kind: Kind): string {
  const key = kind === 'platform' ? 'PLATFORM_API_KEY' : 'STORE_API_KEY';
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const lines = [
    `curl -X ${method} "$STORE_URL"${quoted(path)}`,
    `-H "X-API-KEY: $${key}"`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body ? [`-d ${quoted(body)}`] : []),
  ];
  return lines.join(' \\\n  ');
}

async function send(
  base: string,
  { method, path, headers, body }: Request,
  key: string,
): Promise<[line: Node, ...body: Node[]]> {
  const start = performance.now();
  let isSent = false;
  try {
    const sent = new Headers({ ...headers, 'X-API-KEY': key });
    isSent = true;
    const response = await fetch(`${base}${path.slice(1)}`, { method, headers: sent, ...(body && { body }) });
    const text = await response.text();
    const took = Math.round(performance.now() - start);
    const id = response.headers.get('X-Request-Id') ?? '';
    const className = response.ok ? 'status ok' : 'status';
    const line = element(
      'p',
      {},
      element('strong', { class: className }, `${response.status}`),
      ` in ${took} ms, request ${id}`,
    );
    const shown = element('pre', { tabindex: '0', role: 'group', 'aria-label': 'Response' }, element('code', {}, pretty(text)));
    return [line, element('div', { class: 'code' }, shown)];
  } catch (error) {
    return [
      element(
        'p',
        {},
        isSent
          ? `There was no response: ${(error as Error).message}. If the request changes something, it may have taken effect: check before you send it again.`
          : `The request was not sent: ${(error as Error).message}. Correct the headers.`,
      ),
    ];
  }
}

function pretty(text: string): string {
  try {
    return JSON.stringify(parseResponse(text), null, 2);
  } catch {
    return text;
  }
}
