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
  if (mayBeThousands(text.trim())) throw new Error(texts.products.unclearWeight(text));
  return numberIn(text, texts.products.weightUnit, 3);
}

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
      title={`${texts.products.edit}: ${sku}`}
      edit={edit}
      done={reload}
      close={close}
      call={(options) => {
        const { price, weight, tax_rate, low_stock, ...changes } = edit.changed();
        const numbers = {
          ...(price !== undefined && { price: priceIn(price) }),
          ...(weight !== undefined && { weight: weight ? weightIn(weight) : null }),
          ...(tax_rate !== undefined && { tax_rate: tax_rate ? numberIn(tax_rate, texts.products.percent, 4) : null }),
          ...(low_stock !== undefined && { low_stock: low_stock ? unitsIn(low_stock) : null }),
        };
        return store.updateProduct({ sku, ...changes, ...numbers }, options);
      }}
    >
      <TextField {...edit.field('name', texts.products.name)} />
      <TextField {...edit.field('price', texts.products.priceIn(currency()))} inputMode="decimal" />
      <TextField {...edit.field('weight', texts.products.weightIn)} inputMode="decimal" />
      <TextField {...edit.field('tax_rate', texts.products.taxRateIn)} inputMode="decimal" />
      <TextField
        {...edit.field('low_stock', texts.products.lowStock)}
        type="number"
        hint={texts.products.lowStockHint(defaultLowStock)}
      />
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
      throw new Error(wasLost.current ? texts.write.unsure : texts.products.exists(product.sku));
    }
  }

  return (
    <ActionDialog
      title={texts.products.add}
      done={reload}
      close={close}
      call={(options) => {
        if (!skuShape.test(sku)) throw new Error(texts.products.badSku(sku, skuRule));
        const stockOrNull = isCounted ? unitsIn(stock) : null;
        return create({ sku, name, price: priceIn(price), stock: stockOrNull }, options);
      }}
    >
      <TextField label={texts.products.sku} value={sku} onChange={setSku} />
      <TextField label={texts.products.name} value={name} onChange={setName} />
      <TextField label={texts.products.priceIn(currency())} inputMode="decimal" value={price} onChange={setPrice} />
      <Check label={texts.products.count} value={isCounted} onChange={setCounted} />
      {isCounted && <TextField label={texts.products.stock} type="number" value={stock} onChange={setStock} />}
      {existing && existing === sku && (
        <p>
          <a href={link(['products', sku])}>{texts.products.open(sku)}</a>
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
