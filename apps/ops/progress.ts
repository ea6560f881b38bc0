/** Shows progress on stderr: one line that is overwritten at a terminal, otherwise a new line every five seconds. */
export function progressLine() {
  const { isTTY } = process.stderr;
  const interval = isTTY ? 100 : 5000;
  let shown = performance.now();
  return (text: string, isLast = false) => {
    if (performance.now() - shown < interval && !(isLast && isTTY)) return;
    shown = performance.now();
    // At a terminal, what follows overwrites the line.
    process.stderr.write(isTTY ? `${text}${isLast ? '\n' : '\r'}` : `${text}\n`);
  };
}
