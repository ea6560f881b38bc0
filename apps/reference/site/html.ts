export type Html = { html: string };
type Value = string | number | Html | Html[] | false | null | undefined;

/** Text that is HTML already. */
export const raw = (html: string): Html => ({ html });

/** A template whose values are escaped unless they are HTML. False, null and undefined print nothing. */
export const html = (parts: TemplateStringsArray, ...values: Value[]): Html =>
  raw(parts.map((part, i) => part + textOf(values[i])).join(''));

function textOf(value: Value): string {
  if (value === false || value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).join('');
  return typeof value === 'object' ? value.html : escaped(`${value}`);
}

export const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
