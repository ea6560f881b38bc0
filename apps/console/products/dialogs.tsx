import { useState } from 'preact/hooks';
import { defaultLowStock, skuRule, skuShape } from '../../../lib/product/limits.ts';
import type { Product } from '../../../lib/product/schema.ts';
import { StoreError } from '../../client/client.ts';
import { bothWeights, mayBeThousands } from '../../imports/numbers.ts';
import { exactText } from '../../money.ts';
import { link } from '../address.ts';
import { currency } from '../format.ts';
import { amountIn, numberIn, unitsIn } from '../order/amounts.ts';
import { ActionDialog, type Reloadable } from '../parts/action.tsx';
import { useEdit, useFields } from '../parts/edit.ts';
import { Check, TextField } from '../parts/fields.tsx';
import { storeSession } from '../session.ts';
import type { WriteOptions } from '../writing.ts';

const priceIn = (text: string): number => amountIn(text, currency());

function weightIn(text: string): number {
  if (mayBeThousands(text.trim())) throw new Error(`“${text}” can mean two weights. Write ${bothWeights(text.trim())}.`);
  return numberIn(text, 'a weight in grams', 3);
}

type Props = Reloadable & { product: Product };

type StockChange = { field: 'counted' | 'adjust'; button: string; label: string; hint: string };

export const stockChanges: StockChange[] = [
  { field: 'counted', button: 'Count', label: 'Units on the shelf', hint: 'Count reserved units too.' },
  { field: 'adjust', button: 'Adjust', label: 'Units to add', hint: 'Enter a negative number to remove units.' },
];

/** Counts the units on the shelf, or adds and removes units. */
export function StockDialog({ product, change, reload, close }: Props & { change: StockChange }) {
  const { sku, name, stock } = product;
  const { field, button, label, hint } = change;
  const [{ units, reason }, input] = useFields({ units: '', reason: '' });
  return (
    <ActionDialog
      title={`${button}: ${name}`}
      submit={button}
      did={`Stock of ${name} changed.`}
      done={reload}
      close={close}
      call={(_, keyed) => storeSession().store.adjustStock({ sku, [field]: unitsIn(units), reason }, keyed)}
    >
      <p>
        Now {stock?.available ?? 0} available and {stock?.reserved ?? 0} reserved.
      </p>
      <TextField label={label} hint={hint} type="number" {...input('units')} />
      <TextField label="Reason (optional)" maxLength={200} {...input('reason')} />
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
          ...(tax_rate !== undefined && { tax_rate: tax_rate ? numberIn(tax_rate, 'a percentage', 4) : null }),
          ...(low_stock !== undefined && { low_stock: low_stock ? unitsIn(low_stock) : null }),
        };
        return store.updateProduct({ sku, ...changes, ...numbers }, options);
      }}
    >
      <TextField {...edit.field('name', 'Name')} />
      <TextField {...edit.field('price', `Price in ${currency()}`)} inputMode="decimal" />
      <TextField {...edit.field('weight', 'Weight in grams')} inputMode="decimal" />
      <TextField {...edit.field('tax_rate', 'Tax rate in percent')} inputMode="decimal" />
      <TextField
        {...edit.field('low_stock', 'Low if fewer than')}
        type="number"
        hint={`Leave it empty for ${defaultLowStock}.`}
      />
    </ActionDialog>
  );
}

type NewProduct = Parameters<ReturnType<typeof storeSession>['store']['putProduct']>[0];

/** Creates a product, and never changes one that exists. */
export function NewProductDialog({ reload, close }: Reloadable) {
  const [values, input] = useFields({ sku: '', name: '', price: '', isCounted: true, stock: '0' });
  const { sku, name, price, isCounted, stock } = values;
  const [existing, setExisting] = useState<string>();

  async function create(product: NewProduct, options: WriteOptions) {
    const { store } = storeSession();
    try {
      return await store.putProduct(product, { ...options, createOnly: true });
    } catch (error) {
      if (!(error instanceof StoreError && error.code === 'already_exists')) throw error;
      const found = await store.getProduct({ sku: product.sku });
      // An earlier attempt has created it. The browser itself may have sent the request twice.
      if (isAsSent(found, product)) return found;
      setExisting(product.sku);
      throw new Error(`${product.sku} already exists, with other values.`);
    }
  }

  return (
    <ActionDialog
      title="Add product"
      done={reload}
      close={close}
      call={(options) => {
        if (!skuShape.test(sku)) throw new Error(`“${sku}” is not a SKU. It ${skuRule}.`);
        const stockOrNull = isCounted ? unitsIn(stock) : null;
        return create({ sku, name, price: priceIn(price), stock: stockOrNull }, options);
      }}
    >
      <TextField label="SKU" {...input('sku')} />
      <TextField label="Name" {...input('name')} />
      <TextField label={`Price in ${currency()}`} inputMode="decimal" {...input('price')} />
      <Check label="Track the stock of this product" {...input('isCounted')} />
      {isCounted && <TextField label="Units available" type="number" {...input('stock')} />}
      {existing && existing === sku && (
        <p>
          <a href={link(['products', sku])}>Open {sku}</a>
        </p>
      )}
    </ActionDialog>
  );
}

const isAsSent = ({ name, price, weight, tax_rate, low_stock, archived, stock }: Product, sent: NewProduct) =>
  name === sent.name &&
  price === sent.price &&
  [weight, tax_rate, low_stock].every((value) => value === null) &&
  !archived &&
  (stock ? stock.available === sent.stock && stock.reserved === 0 : sent.stock === null);
