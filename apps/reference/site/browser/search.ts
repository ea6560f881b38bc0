import { element } from './element.ts';
import { type Entry, finderOf } from './ranking.ts';

/** A dialog that searches the index. It is opened by the button, by `/` and by Ctrl+K. */
export function startSearch(button: HTMLElement, index: string) {
  let finder: Promise<ReturnType<typeof finderOf> | undefined> | undefined;
  const load = () => {
    finder ??= loadFinder(index).catch(() => {
      finder = undefined;
      status.textContent = 'The search could not be loaded. Type again to retry.';
      return undefined;
    });
    return finder;
  };
  const list = element('div', { id: 'found', role: 'listbox', 'aria-label': 'Results' });
  const input = element('input', {
    type: 'text',
    role: 'combobox',
    'aria-label': 'Search operations, fields, errors and guides',
    'aria-controls': 'found',
    'aria-expanded': 'false',
    placeholder: 'Search operations, fields, errors and guides',
    autocomplete: 'off',
  });
  const status = element('p', { role: 'status' });
  const dialog = element('dialog', { id: 'search', 'aria-label': 'Search' }, input, status, list);
  document.body.append(dialog);
  const open = () => {
    if (!dialog.open) dialog.showModal();
    input.select();
    load();
  };
  button.hidden = false;
  button.addEventListener('click', open);
  document.addEventListener('keydown', (event) => {
    const field = event.target instanceof Element ? event.target.closest('input, textarea, select') : null;
    // The field of a dialog that was just closed can keep the focus until the next frame.
    const isTyping = field?.checkVisibility() ?? false;
    const isShortcut = (event.key === '/' && !isTyping) || (event.key === 'k' && (event.ctrlKey || event.metaKey));
    if (!isShortcut) return;
    event.preventDefault();
    open();
  });
  input.addEventListener('input', async () => {
    const find = await load();
    if (!find) return;
    const found = find(input.value);
    list.replaceChildren(...found.map(option(index)));
    input.setAttribute('aria-expanded', `${found.length > 0}`);
    status.textContent = found.length === 0 && input.value.trim() ? 'Nothing found.' : '';
    select(input, list, 0);
  });
  input.addEventListener('keydown', (event) => move(event, input, list));
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog || (target as Element).closest('a')) dialog.close();
  });
}

async function loadFinder(index: string) {
  const response = await fetch(index);
  if (!response.ok) throw new Error(`The index returned ${response.status}.`);
  return finderOf(await response.json());
}

/** Links in the index are relative to the index. */
const option = (index: string) => (entry: Entry, i: number) =>
  element(
    'a',
    { id: `found-${i}`, role: 'option', 'aria-selected': 'false', tabindex: '-1', href: new URL(entry.url, index).href },
    element('strong', {}, entry.title),
    ' ',
    element('span', {}, entry.hint),
  );

function move(event: KeyboardEvent, input: HTMLInputElement, list: HTMLElement) {
  const at = [...list.children].findIndex((one) => one.getAttribute('aria-selected') === 'true');
  if (event.key === 'Enter') return (list.children[at] as HTMLElement | undefined)?.click();
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || list.children.length === 0) return;
  event.preventDefault();
  select(input, list, (at + step + list.children.length) % list.children.length);
}

function select(input: HTMLInputElement, list: HTMLElement, at: number) {
  for (const [i, one] of [...list.children].entries()) one.setAttribute('aria-selected', `${i === at}`);
  const chosen = list.children[at];
  chosen?.scrollIntoView({ block: 'nearest' });
  if (chosen) input.setAttribute('aria-activedescendant', chosen.id);
  else input.removeAttribute('aria-activedescendant');
}
