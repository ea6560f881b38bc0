import { useRef, useState } from 'preact/hooks';
import { defaultLowStock, skuRule, skuShape } from '../../../lib/product/limits.ts';
import type { Product } from '../../../lib/product/schema.ts';
import { StoreError } from '../../client/client.ts';
import { mayBeThousands } from '../../imports/numbers.ts';
import { exactText } from '../../money.ts';
import { link } from '../address.ts';
import { currency } from '../format.ts';
import { amountIn, numberIn, unitsIn } from '../order/amounts.ts';
import { ActionDialog } from '../parts/action.tsx';
import { useEdit } from '../parts/edit.ts';
import { Check, TextField } from '../parts/fields.tsx';
import { storeSession } from '../session.ts';
import { texts } from '../texts.ts';
import type { WriteOptions } from '../writing.ts';

const priceIn = (text: string): number => amountIn(text, currency());

function weightIn(text: string): number {
  if (mayBeThousands(text.trim())) throw new Error(`“${text}” can mean two weights. Write 1200 or 1.2, for example.`);
  return numberIn(text, 'grams', 3);
}

type Props = { product: Product; reload: () => unknown; close: () => void };

/** Counts the units on the shelf, or adds and removes units. */
export const stockChanges = {
  counted: { button: 'Count', label: 'Units on the shelf', hint: 'Count reserved units too.' },
  adjust: { button: 'Adjust', label: 'Units to add', hint: 'Enter a negative number to remove units.' },
};

export function StockDialog({
  product: { sku, name, stock },
  kind,
  reload,
  close,
}: Props & { kind: keyof typeof stockChanges }) {
  const [units, setUnits] = useState('');
  const [reason, setReason] = useState('');
  const { button, label, hint } = stockChanges[kind];
  return (
    <ActionDialog
      title={`${button}: ${name}`}
      submit={button}
      did={`Stock of ${name} changed.`}
      done={reload}
      close={close}
      call={(options, idempotencyKey) =>
        storeSession().store.adjustStock({ sku, [kind]: unitsIn(units), reason }, { ...options, idempotencyKey })
      }
    >
      <p>
        Now {stock?.available ?? 0} available and {stock?.reserved ?? 0} reserved.
      </p>
      <TextField label={label} hint={hint} type="number" value={units} onChange={setUnits} />
      <TextField label="Reason (optional)" maxLength={200} value={reason} onChange={setReason} />
    </ActionDialog>
  );
}

export function ArchiveDialog({ product: { sku, name, archived }, reload, close }: Props) {
  const action = archived ? 'Offer again' : 'Archive';
  return (
    <ActionDialog
      title={`${action}: ${name}`}
      submit={action}
      done={reload}
      close={close}
      call={(options) => storeSession().store.updateProduct({ sku, archived: !archived }, options)}
    >
      <p>{archived ? 'It can be ordered again.' : 'It can no longer be ordered. Existing orders keep it.'}</p>
    </ActionDialog>
  );
}

function fields({ name, price, weight, tax_rate, low_stock }: Product) {
  return {
    name,
    price: exactText(price, currency()),
    weight: String(weight ?? ''),
    tax_rate: String(tax_rate ?? ''),
    low_stock: String(low_stock ?? ''),
  };
}

export function EditDialog({ product, reload, close }: Props) {
  const { sku } = product;
  const { store } = storeSession();
  const edit = useEdit({ of: product, fields, read: (options) => store.getProduct({ sku }, options) });
  return (
    <ActionDialog
      title={`Edit: ${sku}`}
      edit={edit}
      done={reload}
      close={close}
      call={(options) => {
        const { price, weight, tax_rate, low_stock, ...changes } = edit.changed();
        const numbers = {
          ...(price !== undefined && { price: priceIn(price) }),
          ...(weight !== undefined && { weight: weight ? weightIn(weight) : null }),
          ...(tax_rate !== undefined && { tax_rate: tax_rate ? numberIn(tax_rate, 'percent', 4) : null }),
          ...(low_stock !== undefined && { low_stock: low_stock ? unitsIn(low_stock) : null }),
        };
        return store.updateProduct({ sku, ...changes, ...numbers }, options);
      }}
    >
      <TextField {...edit.field('name', 'Name')} />
      <TextField {...edit.field('price', `Price in ${currency()}`)} inputMode="decimal" />
      <TextField {...edit.field('weight', 'Weight in grams')} inputMode="decimal" />
      <TextField {...edit.field('tax_rate', 'Tax rate in percent')} inputMode="decimal" />
      <TextField {...edit.field('low_stock', 'Low if fewer than')} type="number" hint={`Empty: ${defaultLowStock}.`} />
    </ActionDialog>
  );
}

type NewProduct = Parameters<ReturnType<typeof storeSession>['store']['putProduct']>[0];

/** Creates a product, and never changes one that exists. */
export function NewProductDialog({ reload, close }: Omit<Props, 'product'>) {
  const [sku, setSku] = useState('');
  const [name, setName] = useState('');
  const [price, setPrice] = useState('');
  const [isCounted, setCounted] = useState(true);
  const [stock, setStock] = useState('0');
  const [existing, setExisting] = useState<string>();
  const wasLost = useRef(false);

  async function create(product: NewProduct, options: WriteOptions) {
    const { store } = storeSession();
    try {
      return await store.putProduct(product, { ...options, createOnly: true });
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      wasLost.current ||= error.uncertain;
      if (error.code !== 'already_exists') throw error;
      const found = await store.getProduct({ sku: product.sku });
      if (wasLost.current && isAsSent(found, product)) return found;
      setExisting(product.sku);
      throw new Error(wasLost.current ? texts.unsure : `${product.sku} already exists. Nothing was changed.`);
    }
  }

  return (
    <ActionDialog
      title="Add product"
      done={reload}
      close={close}
      call={(options) => {
        if (!skuShape.test(sku)) throw new Error(`“${sku}” is not an SKU. It ${skuRule}.`);
        const stockOrNull = isCounted ? unitsIn(stock) : null;
        return create({ sku, name, price: priceIn(price), stock: stockOrNull }, options);
      }}
    >
      <TextField label="SKU" value={sku} onChange={setSku} />
      <TextField label="Name" value={name} onChange={setName} />
      <TextField label={`Price in ${currency()}`} inputMode="decimal" value={price} onChange={setPrice} />
      <Check label="Track the stock of this product" value={isCounted} onChange={setCounted} />
      {isCounted && <TextField label="Units available" type="number" value={stock} onChange={setStock} />}
      {existing && existing === sku && (
        <p>
          <a href={link(['products', sku])}>Open {sku}</a>
        </p>
      )}
    </ActionDialog>
  );
}

const isAsSent = ({ name, price, archived, stock }: Product, sent: NewProduct) =>
  name === sent.name &&
  price === sent.price &&
  !archived &&
  (stock ? stock.available === sent.stock && stock.reserved === 0 : sent.stock === null);
