/** How long a page keeps a key without use. */
export const idleMinutes = 30;

let lastUse = 0;

export function noteUse(): void {
  lastUse = Date.now();
}

/** Calls `end` when nobody has used the page for this long. A computer that was asleep is checked when it wakes up. */
export function watchIdle(end: () => void): void {
  const check = () => Date.now() - lastUse >= idleMinutes * 60_000 && end();
  const use = () => {
    check();
    noteUse();
  };
  for (const event of ['pointerdown', 'keydown', 'wheel']) addEventListener(event, use, { capture: true, passive: true });
  addEventListener('focus', check);
  document.addEventListener('visibilitychange', check);
  setInterval(check, 5_000);
}
