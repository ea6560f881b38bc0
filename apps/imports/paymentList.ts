import { maxAmount } from '../../lib/values/money.ts';
import { orderNumberIn } from '../../lib/values/text.ts';
import { csvTable } from './csv.ts';
import { readNumber, roundedText } from './numbers.ts';

/** A row of a carrier's list. The amount is a decimal number above 0, with a decimal point. `reason` says why a row is invalid. */
export type ListedPayment = { line: number; number: string; amount: string; reference: string; reason?: string | undefined };

const columns = ['number', 'amount', 'reference'];

/** The rows of a carrier's list, checked as far as possible without reading the orders. */
export const listedPayments = (text: string): ListedPayment[] =>
  [...csvTable(text, columns, columns)].map(({ line, cells = {}, reason }) => {
    const [order = '', written = '', reference = ''] = columns.map((name) => cells[name]?.trim());
    const number = orderNumberIn(order) ?? order;
    const { number: amount = written, problem = amountProblem(amount) } = readNumber(written);
    const rounded = roundedText(reference);
    const problems = [
      number === '' && 'number: is required',
      written === '' ? 'amount: is required' : problem && `amount: ${problem}`,
      reference === '' && 'reference: is required',
      rounded && `reference: ${rounded}`,
      reference.length > 200 && 'reference: must have at most 200 characters',
      /\p{Cc}/u.test(reference) && 'reference: must not contain control characters',
    ];
    return { line, number, amount, reference, reason: reason ?? (problems.filter(Boolean).join('; ') || undefined) };
  });

function amountProblem(amount: string): string | undefined {
  if (!/^[^-]*[1-9]/.test(amount)) return `must be more than 0, not ${amount.slice(0, 40)}`;
  if (Number(amount) > maxAmount) return `must be at most ${maxAmount}`;
  return amount.length > 40 ? 'must have at most 40 characters' : undefined;
}
