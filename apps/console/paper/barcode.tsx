/** Code 39: nine bars and spaces for each character, of which `1` is wide. */
const wide: Record<string, string> = {
  '0': '000110100',
  '1': '100100001',
  '2': '001100001',
  '3': '101100000',
  '4': '000110001',
  '5': '100110000',
  '6': '001110000',
  '7': '000100101',
  '8': '100100100',
  '9': '001100100',
  '*': '010010100',
};
const wideWidth = 3;

/** An order number as a barcode that every scanner reads. */
export function Barcode({ number }: { number: string }) {
  const bars: { x: number; width: number }[] = [];
  let x = 0;
  for (const character of `*${number}*`) {
    for (const [i, isWide] of [...(wide[character] ?? '')].entries()) {
      const width = isWide === '1' ? wideWidth : 1;
      if (i % 2 === 0) bars.push({ x, width });
      x += width;
    }
    x += 1;
  }
  return (
    <svg class="barcode" viewBox={`0 0 ${x} 10`} preserveAspectRatio="none" role="img" aria-label={number}>
      {bars.map((bar) => (
        <rect key={bar.x} x={bar.x} y="0" width={bar.width} height="10" />
      ))}
    </svg>
  );
}
