import { element } from './element.ts';

/** Adds a button to each block of code that copies it. */
export function addCopyButtons() {
  // Missing over plain HTTP, except on this machine.
  if (!navigator.clipboard) return;
  for (const block of document.querySelectorAll<HTMLElement>('.code')) {
    const button = element('button', { class: 'copy', type: 'button' }, 'Copy');
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '');
      button.textContent = 'Copied';
      setTimeout(() => button.replaceChildren('Copy'), 1_500);
    });
    block.append(button);
  }
}
