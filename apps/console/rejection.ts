import type { FieldError } from '../../lib/api/errors.ts';
import type { StoreError } from '../client/client.ts';
import { texts } from './texts.ts';

/** Why the service rejected a request, without the words of the interface. */
export function rejectionText({ code, errors, message }: Pick<StoreError, 'code' | 'errors' | 'message'>): string {
  return texts.rejected[code] ?? (code === 'invalid_request' && errors.length > 0 ? fieldsText(errors) : message);
}

export const fieldsText = (errors: readonly FieldError[]): string =>
  errors.map(({ field, message }) => texts.errors.field(field, message)).join(' ');

/** Whether a rejected field such as `opening_hours.days.mon[0].from` is in the field with this name. */
export const isWithin = (field: string, name: string): boolean =>
  field === name || field.startsWith(`${name}.`) || field.startsWith(`${name}[`);
