import type { Order } from '../../../lib/order/schema.ts';
import { link } from '../address.ts';
import { count, dayOf, money } from '../format.ts';
import { plus } from '../order/amounts.ts';
import { type Reading, Show, useRead } from '../reading.tsx';
import { can, storeSession } from '../session.ts';
import { texts } from '../texts.ts';
import { Days } from './days.tsx';

const lowStock = '5';
/** Counted up to here. Beyond that, the exact number matters less than the time it takes to count. */
const maxCount = 100;

type Figure = { value: string; detail?: string };

/** The filters of each list, and what else its tile says about the orders. */
const queue = {
  toAuthorize: { filters: { authorized: false, cancelled: false } },
  toShip: {
    filters: { shippable: true, order: 'asc' },
    detail: ([oldest]: Order[]) => oldest && texts.today.oldest(daysSince(oldest.created)),
  },
  unpaid: {
    filters: { settled: false, cancelled: false },
    detail: (orders: Order[], isCut: boolean) =>
      sumText(
        orders.filter(({ balance }) => balance > 0),
        isCut,
        texts.today.toCollect,
      ),
  },
  toRefund: {
    filters: { overpaid: true },
    detail: (orders: Order[], isCut: boolean) => sumText(orders, isCut, (sum) => sum),
  },
} as const satisfies Record<string, { filters: object; detail?: (orders: Order[], isCut: boolean) => string | undefined }>;

export function TodayScreen() {
  const { tenant } = storeSession();
  return (
    <>
      <h1>{texts.today.heading(tenant.name)}</h1>
      <ul class="tiles">
        {can('orders:read', 'orders:ship') && (
          <>
            {(Object.keys(queue) as (keyof typeof queue)[]).map((name) => (
              <OrderCount key={name} name={name} />
            ))}
            <Open />
          </>
        )}
        {can('products:read') && <LowStock />}
        {can('settings:read') && (
          <>
            <Webhooks />
            <FailedDeliveries />
          </>
        )}
      </ul>
      {can('orders:read', 'orders:ship') && <Days />}
    </>
  );
}

function OrderCount({ name }: { name: keyof typeof queue }) {
  const { filters, ...tile } = queue[name];
  const reading = useRead(async (options): Promise<Figure> => {
    const { orders, next_cursor } = await storeSession().store.getOrders({ ...filters, limit: maxCount }, options);
    const detail = 'detail' in tile && tile.detail(orders, next_cursor !== null);
    return { value: countText(orders.length, next_cursor), ...(detail && { detail }) };
  }, name);
  const query = Object.fromEntries(Object.entries(filters).map(([filter, value]) => [filter, `${value}`]));
  return <Tile title={texts.today[name]} href={link(['orders'], query)} of={reading} />;
}

const daysSince = (time: string) =>
  Math.round((Date.parse(dayOf(new Date())) - Date.parse(dayOf(new Date(time)))) / 86_400_000);

/** The balances without their signs, by currency. Undefined if there are none. */
function sumText(orders: Order[], isCut: boolean, say: (sum: string) => string): string | undefined {
  const sums = new Map<string, number>();
  for (const { balance, currency } of orders) sums.set(currency, plus(sums.get(currency) ?? 0, Math.abs(balance), currency));
  const text = [...sums].map(([currency, sum]) => money(sum, currency)).join(' + ');
  return text && say(isCut ? texts.today.atLeast(text) : text);
}

function LowStock() {
  const query = { stock_below: Number(lowStock), limit: maxCount };
  const reading = useRead(async (options) => {
    const { products, next_cursor } = await storeSession().store.getProducts(query, options);
    return { value: countText(products.length, next_cursor) };
  }, '');
  return <Tile title={texts.today.lowStock} href={link(['products'], { stock_below: lowStock })} of={reading} />;
}

/** Shown only if there are some. */
function FailedDeliveries() {
  const reading = useRead(async (options) => {
    const query = { name: 'confirm-order', state: 'failed', limit: maxCount } as const;
    const { deliveries, next_cursor } = await storeSession().store.getDeliveries(query, options);
    return { value: countText(deliveries.length, next_cursor) };
  }, '');
  if (!reading.error && (reading.data?.value ?? '0') === '0') return null;
  return <Tile title={texts.today.failedDeliveries} href={link(['settings', 'webhooks'])} of={reading} />;
}

const countText = (length: number, cursor: string | null) => (cursor ? texts.today.atLeast(count(length)) : count(length));

function Open() {
  const reading = useRead(async (options) => {
    const { available, reason } = await storeSession().store.getAvailability({}, options);
    return { value: available ? texts.today.isOpen : texts.today.isClosed, detail: texts.reasons[reason] };
  }, '');
  return <Tile title={texts.today.availability} href={link(['settings', 'availability'])} of={reading} isText />;
}

function Webhooks() {
  const reading = useRead(async (options) => {
    const webhooks = await storeSession().store.getWebhooks({}, options);
    const set = webhooks.filter(({ url }) => url !== null);
    const bad = set.find(({ health }) => !['ok', 'unused'].includes(health.state));
    const state = bad?.health.state ?? set[0]?.health.state ?? 'unused';
    return { value: set.length === 0 ? texts.today.noWebhooks : texts.health[state] };
  }, '');
  return <Tile title={texts.today.webhooks} href={link(['settings', 'webhooks'])} of={reading} isText />;
}

type TileProps = { title: string; href: string; of: Reading<Figure>; isText?: boolean };

const Tile = ({ title, href, of, isText }: TileProps) => (
  <li>
    <a href={href} class={isText ? 'tile text' : 'tile'}>
      <span>{title}</span>
      <Show of={of}>
        {({ value, detail }) => (
          <>
            <b>{value}</b>
            {detail && <small>{detail}</small>}
          </>
        )}
      </Show>
    </a>
  </li>
);
