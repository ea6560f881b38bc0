import { useId } from 'preact/hooks';
import type { Order } from '../../../lib/order/schema.ts';
import type { Product } from '../../../lib/product/schema.ts';
import { StoreError } from '../../client/client.ts';
import { link } from '../address.ts';
import { currency, money } from '../format.ts';
import { ActionDialog } from '../parts/action.tsx';
import { useFields } from '../parts/edit.ts';
import { Check, TextArea, TextField } from '../parts/fields.tsx';
import { filled, Group } from '../parts/group.tsx';
import { useRead } from '../reading.tsx';
import { can, storeSession } from '../session.ts';
import { texts } from '../texts.ts';
import { amountIn, plus, times, unitsIn } from './amounts.ts';

const shippingFields = { name: 'Method', price: 'Price' };

type Line = { sku: string; units: string };
type Fields = Record<string, string>;

const noLine: Line = { sku: '', units: '1' };
/** Empty lines are not sent. */
const isSent = ({ sku, units }: Line) => sku.trim() !== '' || !['', noLine.units].includes(units);
/** The most products that are suggested while a SKU is typed. Any other SKU can be typed too. */
const offered = 1000;

/** Takes an order, as on the phone. */
export function NewOrderDialog({ close }: { close: () => void }) {
  const [values, input] = useFields({
    lines: [noLine],
    customer: filled(texts.customerFields, null) as Fields,
    address: filled(texts.addressFields, null) as Fields,
    shipping: { name: '', price: '' },
    note: '',
    authorized: can('orders:write'),
  });
  const { lines, customer, address, shipping, note, authorized } = values;
  const { data: products = [] } = useRead(readProducts, '');
  const code = currency();
  return (
    <ActionDialog
      title="New order"
      submit="Place order"
      did={({ number }: Order) => `Order ${number} placed.`}
      done={({ number }: Order) => {
        location.hash = link(['orders', number]);
      }}
      close={close}
      call={(_, keyed) =>
        storeSession()
          .store.placeOrder(
            {
              lines: lines.filter(isSent).map(({ sku, units }) => ({ sku: sku.trim(), quantity: unitsIn(units) })),
              customer: given(customer),
              shipping_address: given(address),
              ...((shipping.name || shipping.price) && {
                shipping: { name: shipping.name, price: amountIn(shipping.price, code) },
              }),
              ...(note.trim() && { note }),
              ...(can('orders:write') && { authorized }),
            },
            keyed,
          )
          .catch((error) => throwAsTyped(error, lines))
      }
    >
      <Lines products={products} {...input('lines')} />
      <Group title="Customer" of="customer" labels={texts.customerFields} {...input('customer')} />
      <Group title="Shipping address" of="shipping_address" labels={texts.addressFields} {...input('address')} />
      <Group title="Shipping" of="shipping" labels={shippingFields} {...input('shipping')} />
      <TextArea label="Note" name="note" {...input('note')} />
      {can('orders:write') && <Check label="Authorize it at once" {...input('authorized')} />}
    </ActionDialog>
  );
}

const readProducts = async (options: object): Promise<Product[]> =>
  can('products:read') ? (await storeSession().store.getProducts({ limit: offered }, options)).products : [];

/** The service counts the lines that were sent, and the page also the empty ones. */
function throwAsTyped(error: unknown, lines: Line[]): never {
  if (!(error instanceof StoreError)) throw error;
  const typed = lines.flatMap((line, i) => (isSent(line) ? [i] : []));
  const errors = error.errors.map((one) => ({
    ...one,
    field: one.field.replace(/^lines\[(\d+)\]/, (_, at) => `lines[${typed[Number(at)]}]`),
  }));
  throw Object.assign(error, { errors });
}

/** Null if no field is filled. */
function given(fields: Fields): Fields | null {
  const filled = Object.entries(fields).filter(([, value]) => value.trim() !== '');
  return filled.length > 0 ? Object.fromEntries(filled) : null;
}

type LinesProps = { value: Line[]; products: Product[]; onChange: (lines: Line[]) => void };

function Lines({ value: lines, products, onChange }: LinesProps) {
  const list = useId();
  const bySku = new Map(products.map((product) => [product.sku, product]));
  const change = (i: number, part: Partial<Line>) => onChange(lines.with(i, { ...(lines[i] as Line), ...part }));
  // A scanner ends each SKU with Enter, which must not place the order.
  const stay = (event: KeyboardEvent) =>
    event.key === 'Enter' && event.target instanceof HTMLInputElement && event.preventDefault();
  return (
    <fieldset onKeyDown={stay}>
      <legend>Lines</legend>
      <datalist id={list}>
        {products.map(({ sku, name }) => (
          <option key={sku} value={sku}>
            {name}
          </option>
        ))}
      </datalist>
      {lines.map(({ sku, units }, i) => (
        <div class="pair" key={i}>
          <TextField
            label={`Product ${i + 1}: SKU`}
            name={`lines[${i}].sku`}
            list={list}
            hint={hintOf(bySku.get(sku.trim()))}
            value={sku}
            onChange={(text) => change(i, { sku: text })}
          />
          <TextField
            label={`Units of product ${i + 1}`}
            name={`lines[${i}].quantity`}
            type="number"
            value={units}
            onChange={(text) => change(i, { units: text })}
          />
        </div>
      ))}
      <p class="row">
        <button type="button" onClick={() => onChange([...lines, noLine])}>
          Add a product
        </button>
        <b>{totalText(lines, bySku)}</b>
      </p>
    </fieldset>
  );
}

const hintOf = (product: Product | undefined) =>
  product &&
  [product.name, money(product.price), product.stock && `${product.stock.available} available`].filter(Boolean).join(' · ');

/** What the lines cost, if every product is known. */
function totalText(lines: Line[], products: Map<string, Product>): string {
  const code = currency();
  let total = 0;
  for (const { sku, units } of lines.filter(isSent)) {
    const price = products.get(sku.trim())?.price;
    if (price === undefined) return '';
    total = plus(total, times(price, Number(units) || 0, code), code);
  }
  return `Goods: ${money(total)}`;
}
