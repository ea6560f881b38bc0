import { maxAmount } from '../../lib/values/money.ts';
import { csvTable } from './csv.ts';

/** A row of a carrier's list. The amount is a decimal number above 0, as written. `reason` says why a row is invalid. */
export type ListedPayment = { line: number; number: string; amount: string; reference: string; reason?: string | undefined };

const columns = ['number', 'amount', 'reference'];

/** The rows of a carrier's list, checked as far as possible without reading the orders. */
export const listedPayments = (text: string): ListedPayment[] =>
  [...csvTable(text, columns, columns)].map(({ line, cells = {}, reason }) => {
    const [number = '', amount = '', reference = ''] = columns.map((name) => cells[name]?.trim());
    const problems = [
      number === '' && 'number: is required',
      amountProblem(amount),
      reference === '' && 'reference: is required',
      reference.length > 200 && 'reference: must have at most 200 characters',
      /\p{Cc}/u.test(reference) && 'reference: must not contain control characters',
    ];
    return { line, number, amount, reference, reason: reason ?? (problems.filter(Boolean).join('; ') || undefined) };
  });

function amountProblem(text: string): string | undefined {
  if (text === '') return 'amount: is required';
  if (/^\d[\d.]*,\d+$|^\d[\d,]*\.\d+$/.test(text) && text.includes(',')) {
    return `amount: write it with a decimal point and without other separators, such as 1234.50, not "${text}"`;
  }
  if (!/^-?\d+(\.\d+)?$/.test(text)) return `amount: must be a number, such as 7.90, not "${text.slice(0, 40)}"`;
  if (!/^[^-]*[1-9]/.test(text)) return `amount: must be more than 0, not ${text.slice(0, 40)}`;
  const isTooLong = text.length > 40 || Number(text) > maxAmount;
  return isTooLong ? `amount: must be at most ${maxAmount}` : undefined;
}
