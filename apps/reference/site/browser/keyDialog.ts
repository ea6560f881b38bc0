import { idleMinutes, noteUse, watchIdle } from '../../../idle.ts';
import { element } from './element.ts';
import { checkKey, keys, masked } from './keys.ts';

const promise = `This page keeps the key in memory, and sends it to this service only. It forgets the key when you reload or leave the page, and after ${idleMinutes} minutes without use.`;

/**
 * A dialog for entering keys. Each key is checked before it is kept. `changed` runs once at the start and after every change.
 */
export function startKeys(button: HTMLElement, base: string, changed: () => void): () => void {
  const input = element('input', { type: 'password', autocomplete: 'off', required: '', spellcheck: 'false' });
  const status = element('p', { role: 'status' });
  const held = element('ul');
  const forget = element('button', { type: 'button' }, 'Forget the keys');
  const close = element('button', { type: 'button' }, 'Close');
  const form = element(
    'form',
    {},
    element('label', {}, 'Platform or management key ', input),
    element('p', {}, promise),
    status,
    held,
    element('div', { class: 'buttons' }, element('button', { class: 'primary' }, 'Check and use'), forget, close),
  );
  const dialog = element('dialog', { id: 'key', 'aria-label': 'Enter a key' }, element('h2', {}, 'Enter a key'), form);
  document.body.append(dialog);
  const show = () => {
    const known = [...keys.values()];
    held.replaceChildren(...known.map(({ key, owner }) => element('li', {}, element('code', {}, masked(key)), ` ${owner}`)));
    forget.hidden = known.length === 0;
    button.textContent = known.map(({ owner }) => `Key: ${owner}`).join(', ') || 'Key';
    changed();
  };
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    status.textContent = await enter(base, input.value.trim());
    input.value = '';
    show();
  });
  const forgetKeys = () => {
    keys.clear();
    input.value = '';
    show();
  };
  forget.addEventListener('click', () => {
    forgetKeys();
    status.textContent = 'The keys are forgotten.';
  });
  watchIdle(forgetKeys);
  // The browser may keep a page that was left, to show it again.
  addEventListener('pagehide', forgetKeys);
  close.addEventListener('click', () => dialog.close());
  button.hidden = false;
  const open = () => {
    status.textContent = '';
    dialog.showModal();
    input.focus();
  };
  button.addEventListener('click', open);
  show();
  return open;
}

async function enter(base: string, key: string): Promise<string> {
  if (!/^[\x21-\x7e]+$/.test(key)) return 'A key contains only ASCII characters and no spaces.';
  const checked = await checkKey(base, key).catch(() => ({
    problem: 'The service did not respond. Check your connection, and try again.',
  }));
  if ('problem' in checked) return checked.problem;
  noteUse();
  keys.set(checked.kind, { key, owner: checked.owner });
  return checked.kind === 'platform' ? 'This is a platform key.' : `This is a management key of ${checked.owner}.`;
}
