import type { ComponentType } from 'preact';
import type { Action } from '../../../lib/order/schema.ts';
import { AnnotateDialog, CorrectDialog } from './correct.tsx';
import { CreditDialog, PayDialog } from './money.tsx';
import type { DialogProps } from './orderForm.tsx';
import { ReturnDialog, SplitDialog, shipmentDialog } from './parcels.tsx';
import { RefundDialog } from './refund.tsx';
import { CancelDialog, CancelPartDialog, patchDialog } from './states.tsx';

export type DialogName = Action['action'] | 'correct' | 'annotate' | 'show' | 'hide' | 'unauthorize' | 'edit';

/** The dialog behind each button. */
export const dialogs: Record<DialogName, ComponentType<DialogProps>> = {
  pay: PayDialog,
  refund: RefundDialog,
  credit: CreditDialog,
  authorize: patchDialog('authorize'),
  unauthorize: patchDialog('unauthorize'),
  cancel: CancelDialog,
  cancel_part: CancelPartDialog,
  uncancel: patchDialog('uncancel'),
  restock: patchDialog('restock'),
  correct: CorrectDialog,
  annotate: AnnotateDialog,
  change_address: CorrectDialog,
  show: patchDialog('show'),
  hide: patchDialog('hide'),
  ship: shipmentDialog(true),
  edit: shipmentDialog(false),
  split: SplitDialog,
  return: ReturnDialog,
};
