/** Says on stderr how far it is: on one line of a terminal, or on a new line every five seconds. */
export function meter(all: number, from: number) {
  const { isTTY } = process.stderr;
  const every = isTTY ? 100 : 5000;
  let shown = performance.now();
  return (done: number, refused: number) => {
    const over = done === all;
    if (performance.now() - shown < every && !(over && isTTY)) return;
    shown = performance.now();
    const text = `${done} of ${all} products${from > 0 ? ` (${from} earlier)` : ''}, ${refused} refused`;
    process.stderr.write(isTTY ? `\r${text}${over ? '\n' : ''}` : `${text}\n`);
  };
}
