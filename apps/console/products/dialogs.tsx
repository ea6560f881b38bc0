import { useState } from 'preact/hooks';
import type { Product } from '../../../lib/product/schema.ts';
import { exactText } from '../../money.ts';
import { currency } from '../format.ts';
import { amountIn, numberIn, unitsIn } from '../order/amounts.ts';
import { ActionDialog } from '../parts/action.tsx';
import { Check, TextField } from '../parts/fields.tsx';
import { storeSession } from '../session.ts';
import { texts } from '../texts.ts';
import { skuProblem } from './csv.ts';

/** A key that cannot read the settings does not know the store's currency. It can enter two decimals. */
const priceIn = (text: string): number => amountIn(text, currency() ?? texts.products.storeCurrency);

type Props = { product: Product; reload: () => unknown; close: () => void };

/** Counts the units on the shelf, or adds and removes units. */
export function StockDialog({ product: { sku, name, stock }, kind, reload, close }: Props & { kind: 'counted' | 'adjust' }) {
  const [units, setUnits] = useState('');
  const [reason, setReason] = useState('');
  const { button, label, hint } = texts.stockDialog[kind];
  return (
    <ActionDialog
      title={`${button}: ${name}`}
      submit={button}
      did={texts.stockDialog.did(name)}
      done={reload}
      close={close}
      call={(options, idempotencyKey) =>
        storeSession().store.adjustStock({ sku, [kind]: unitsIn(units), reason }, { ...options, idempotencyKey })
      }
    >
      <p>{texts.stockDialog.now(stock?.available ?? 0, stock?.reserved ?? 0)}</p>
      <TextField label={label} hint={hint} type="number" value={units} onChange={setUnits} />
      <TextField label={texts.reason} maxLength={200} value={reason} onChange={setReason} />
    </ActionDialog>
  );
}

export function ArchiveDialog({ product: { sku, name, archived }, reload, close }: Props) {
  const action = archived ? texts.products.unarchive : texts.products.archive;
  return (
    <ActionDialog
      title={`${action}: ${name}`}
      submit={action}
      done={reload}
      close={close}
      call={(options) => storeSession().store.updateProduct({ sku, archived: !archived }, options)}
    >
      <p>{archived ? texts.products.unarchiveText : texts.products.archiveText}</p>
    </ActionDialog>
  );
}

export function EditDialog({ product, reload, close }: Props) {
  const { sku } = product;
  const [name, setName] = useState(product.name);
  const code = currency();
  const before = code ? exactText(product.price, code) : String(product.price);
  const [price, setPrice] = useState(before);
  const [weight, setWeight] = useState(product.weight === null ? '' : String(product.weight));
  return (
    <ActionDialog
      title={`${texts.products.edit}: ${sku}`}
      done={reload}
      close={close}
      call={(options) =>
        storeSession().store.updateProduct(
          {
            sku,
            name,
            ...(price !== before && { price: priceIn(price) }),
            weight: weight ? numberIn(weight, texts.products.weightUnit, 3) : null,
          },
          options,
        )
      }
    >
      <TextField label={texts.products.name} value={name} onChange={setName} />
      <TextField label={texts.products.priceIn(currency())} inputMode="decimal" value={price} onChange={setPrice} />
      <TextField label={texts.products.weightIn} inputMode="decimal" value={weight} onChange={setWeight} />
    </ActionDialog>
  );
}

export function NewProductDialog({ reload, close }: Omit<Props, 'product'>) {
  const [sku, setSku] = useState('');
  const [name, setName] = useState('');
  const [price, setPrice] = useState('');
  const [isCounted, setCounted] = useState(true);
  const [stock, setStock] = useState('0');
  return (
    <ActionDialog
      title={texts.products.add}
      done={reload}
      isRepeatable={!isCounted}
      close={close}
      call={(options) => {
        const problem = skuProblem(sku);
        if (problem) throw new Error(problem);
        const stockOrNull = isCounted ? unitsIn(stock) : null;
        return storeSession().store.putProduct({ sku, name, price: priceIn(price), stock: stockOrNull }, options);
      }}
    >
      <TextField label={texts.products.sku} value={sku} onChange={setSku} />
      <TextField label={texts.products.name} value={name} onChange={setName} />
      <TextField label={texts.products.priceIn(currency())} inputMode="decimal" value={price} onChange={setPrice} />
      <Check label={texts.products.count} value={isCounted} onChange={setCounted} />
      {isCounted && <TextField label={texts.products.stock} type="number" value={stock} onChange={setStock} />}
    </ActionDialog>
  );
}
