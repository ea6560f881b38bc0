import { useState } from 'preact/hooks';
import { money } from '../format.ts';
import { useFields } from '../parts/edit.ts';
import { Check, TextField, Units } from '../parts/fields.tsx';
import { storeSession } from '../session.ts';
import { texts, things } from '../texts.ts';
import { cancellableLines, chosenLines, maxOf, plus, priceOf } from './amounts.ts';
import { type DialogProps, OrderForm } from './orderForm.tsx';
import { costText } from './refund.tsx';

/** The changes that need no more than a yes. */
const patches = {
  authorize: {
    patch: { authorized: true },
    explain: 'An authorized order may be shipped.',
    did: (number: string) => `Order ${number} authorized.`,
  },
  unauthorize: {
    patch: { authorized: false },
    explain: 'An order without authorization cannot be shipped.',
    did: (number: string) => `Authorization of order ${number} withdrawn.`,
  },
  uncancel: {
    patch: { cancelled: false },
    explain: 'What has not been paid becomes due again. If its units were made available, they are reserved again.',
    did: (number: string) => `Order ${number} reopened.`,
  },
  restock: {
    patch: { cancelled: true, restock: true },
    explain: 'The units that this cancelled order still reserves become available.',
    did: (number: string) => `The units of order ${number} are available again.`,
  },
  show: {
    patch: { visible: true },
    explain: 'The dashboard and the store front show this order again.',
    did: (number: string) => `Order ${number} is visible.`,
  },
  hide: {
    patch: { visible: false },
    explain: 'The dashboard and the store front no longer show this order. It remains visible in this console.',
    did: (number: string) => `Order ${number} is hidden.`,
  },
};

/** A dialog that only asks whether to make a change. */
export const patchDialog = (name: keyof typeof patches) => (props: DialogProps) => {
  const { number } = props.data.order;
  const { patch, explain, did } = patches[name];
  return (
    <OrderForm
      {...props}
      title={`${texts.actions[name]}: Order ${number}`}
      submit={texts.actions[name]}
      did={did(number)}
      // An order that is restocked was cancelled before.
      sets={name === 'restock' ? { restock: true } : patch}
      call={(options) => storeSession().store.updateOrder({ number, ...patch }, options)}
    >
      <p>{explain}</p>
    </OrderForm>
  );
};

export function CancelDialog(props: DialogProps) {
  const { number, paid, refunded, currency, shipments } = props.data.order;
  const [restock, setRestock] = useState(true);
  const isFreed = restock && shipments.some(({ state }) => state === 'ready');
  return (
    <OrderForm
      {...props}
      title={`Cancel order ${number}?`}
      submit={texts.actions.cancel}
      isDangerous
      did={`Order ${number} cancelled.`}
      sets={{ cancelled: true, restock: isFreed }}
      call={(options) => storeSession().store.updateOrder({ number, cancelled: true, restock }, options)}
    >
      <p>Nothing is due on a cancelled order. You can reopen it.</p>
      <Check
        label="Make its units available again"
        hint="Only units that have not shipped. Leave this off if they are not on the shelf."
        value={restock}
        onChange={setRestock}
      />
      {paid > refunded && (
        <p class="notice">
          {money(plus(paid, -refunded, currency), currency)} was paid and not refunded. Refund it after cancelling.
        </p>
      )}
    </OrderForm>
  );
}

/** Takes unsent units off the order, and shows what it then costs. */
export function CancelPartDialog(props: DialogProps) {
  const { order, actions } = props.data;
  const { number, currency, total, credited, balance } = order;
  const max = maxOf(actions, 'cancel_part');
  const lines = cancellableLines(order);
  const [{ units, restock, reason }, input] = useFields({ units: lines.map(() => 0), restock: true, reason: '' });
  const chosen = chosenLines(units);
  const tooMany = `At most ${things(max, 'unit')} can be cancelled: only units that have not left, and at least one must remain.`;
  const count = units.reduce((sum, quantity) => sum + quantity, 0);
  const amount = Math.min(priceOf(order, units), Math.max(plus(total, -credited, currency), 0));
  const due = plus(balance, -amount, currency);
  return (
    <OrderForm
      {...props}
      title={`Cancel part of order ${number}`}
      submit={count === 0 ? 'Cancel part' : `Cancel ${things(count, 'unit')}`}
      isDangerous
      did={`${things(count, 'unit')} of order ${number} cancelled.`}
      call={(_, keyed) => {
        if (count === 0) throw new Error('Enter how many units.');
        if (count > max) throw new Error(tooMany);
        return storeSession().store.cancelPart({ number, lines: chosen, restock, reason }, keyed);
      }}
    >
      <p>Takes unsent units off the order. This cannot be undone.</p>
      <Units label="Units to cancel" lines={lines} {...input('units')} />
      <Check label="Make them available again" hint="Leave this off if they are not on the shelf." {...input('restock')} />
      <TextField label="Reason (optional)" maxLength={200} {...input('reason')} />
      {count > 0 && (
        <p class="preview" aria-live="polite">
          {count > max
            ? tooMany
            : `${things(count, 'unit')} ${restock ? 'back to stock' : 'written off'}. ${costText(order, amount, due)}`}
        </p>
      )}
    </OrderForm>
  );
}
