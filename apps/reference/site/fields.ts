import type { Schema } from '../openapi/schemas.ts';
import { type Html, html } from './html.ts';
import { inline } from './markdown.ts';
import { resolved } from './operations.ts';

/** A field as a row: its name, type, description and limits, with its own fields folded below. */
export function fieldRow(id: string, name: string, schema: Schema, required: boolean): Html {
  const field = simplified(schema);
  return html`<div id="${id}"><dt><code>${name}</code> <span class="type">${typeOf(field)}</span>${required && html` <span class="required">required</span>`}</dt>
<dd>${field.description && inline(field.description)}${limits(field)}${nested(id, name, field)}</dd></div>`;
}

/** The fields of an object as a list. */
export function fieldList(id: string, schema: Schema): Html {
  const { properties = {}, required = [] } = simplified(schema);
  const isRequired = (name: string) => !id.startsWith('response') && required.includes(name);
  const rows = Object.entries(properties).map(([name, field]) => fieldRow(`${id}-${name}`, name, field, isRequired(name)));
  return html`<dl class="fields">${rows}</dl>`;
}

function nested(id: string, name: string, field: Schema): Html | false {
  const inner = innerOf(field);
  if (Object.keys(inner.properties ?? {}).length === 0) return false;
  return html`<details><summary>Fields of <code>${name}</code></summary>${fieldList(id, inner)}</details>`;
}

/** The object inside a list. */
export function innerOf(schema: Schema): Schema {
  const field = simplified(schema);
  return field.items ? innerOf(field.items) : field;
}

/** Follows references. The two choices of a value that can be null become one schema. */
export function simplified(schema: Schema): Schema {
  const { anyOf, ...rest } = resolved<Schema>(schema);
  const value = anyOf?.map((one) => resolved<Schema>(one)).find(({ type }) => type !== 'null');
  if (!value) return rest;
  return { ...value, ...rest, type: [`${value.type}`, 'null'] };
}

function limits(field: Schema): Html | false {
  const rules = field['x-rules']?.join('; ').replace(/^./, (letter) => letter.toUpperCase());
  const found = [...(rules ? [`${rules}.`, ...rangesOf(field).filter(isNewIn(rules))] : formOf(field)), ...valuesOf(field)];
  return found.length > 0 && html`<span class="limits">${found.map((one) => html`<span>${inline(one)}</span>`)}</span>`;
}

/** Whether a range has a number that the rules do not name. */
const isNewIn = (rules: string) => (range: string) => numbersIn(range).some((number) => !numbersIn(rules).includes(number));

const numbersIn = (text: string): string[] => text.replaceAll(',', '').match(/\d+/g) ?? [];

function formOf(field: Schema): string[] {
  const { format, pattern } = field;
  const form = format === 'date-time' ? 'RFC 3339 time' : pattern && !format ? `Matches \`${pattern}\`` : '';
  return [...rangesOf(field), form].filter(Boolean);
}

function rangesOf({ minLength, maxLength, minimum, maximum, minItems, maxItems }: Schema): string[] {
  const ranges = [range(minLength, maxLength, 'characters'), range(minItems, maxItems, 'items'), range(minimum, maximum, '')];
  return ranges.filter(Boolean);
}

function valuesOf({ enum: values, const: constant }: Schema): string[] {
  const shown = values?.filter((value) => value !== null).map((value) => `\`${value}\``);
  return [
    shown && shown.length > 0
      ? `One of ${shown.slice(0, 20).join(', ')}${shown.length > 20 ? `, … (${shown.length} values)` : ''}`
      : '',
    constant === undefined ? '' : `Always \`${constant}\``,
  ].filter(Boolean);
}

function range(from: number | undefined, to: number | undefined, unit: string): string {
  const numbers = [from, to].map((value) => value?.toLocaleString('en'));
  if (from === undefined && to === undefined) return '';
  if (to === undefined) return `At least ${numbers[0]} ${from === 1 ? unit.slice(0, -1) : unit}`.trim();
  return (from === undefined ? `At most ${numbers[1]} ${unit}` : `${numbers[0]} to ${numbers[1]} ${unit}`).trim();
}

function typeOf({ type = [], items }: Schema): string {
  const names = [type].flat().map((one) => (one === 'array' && items ? `list of ${typeOf(simplified(items))}s` : one));
  return names.join(' or ');
}
