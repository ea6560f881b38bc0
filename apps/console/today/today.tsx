import { link } from '../address.ts';
import { count } from '../format.ts';
import { type Reading, Show, useRead } from '../reading.tsx';
import { can, storeSession } from '../session.ts';
import { texts } from '../texts.ts';
import { Days } from './days.tsx';

const lowStock = '5';
/** Counted up to here. Beyond that, the exact number matters less than the time it takes to count. */
const maxCount = 100;

const filters = {
  toAuthorize: { authorized: 'false', cancelled: 'false' },
  toShip: { shipment_state: 'ready', authorized: 'true', cancelled: 'false' },
  unpaid: { settled: 'false', cancelled: 'false' },
} as const;

export function TodayScreen() {
  const { tenant } = storeSession();
  return (
    <>
      <h1>{texts.today.heading(tenant.name)}</h1>
      <ul class="tiles">
        {can('orders:read', 'orders:ship') && (
          <>
            <OrderCount name="toAuthorize" />
            <OrderCount name="toShip" />
            <OrderCount name="unpaid" />
            <Open />
          </>
        )}
        {can('products:read') && <LowStock />}
        {can('settings:read') && <Webhooks />}
      </ul>
      {can('orders:read', 'orders:ship') && <Days />}
    </>
  );
}

function OrderCount({ name }: { name: keyof typeof filters }) {
  const { authorized, cancelled, settled, shipment_state } = filters[name] as Partial<Record<string, string>>;
  const query = {
    limit: maxCount,
    ...(authorized && { authorized: authorized === 'true' }),
    ...(cancelled && { cancelled: cancelled === 'true' }),
    ...(settled && { settled: settled === 'true' }),
    ...(shipment_state && { shipment_state: 'ready' as const }),
  };
  const reading = useRead(async (options) => {
    const { orders, next_cursor } = await storeSession().store.getOrders(query, options);
    return countText(orders.length, next_cursor);
  }, name);
  return <Tile title={texts.today[name]} href={link(['orders'], filters[name])} of={reading} />;
}

function LowStock() {
  const query = { stock_below: Number(lowStock), limit: maxCount };
  const reading = useRead(async (options) => {
    const { products, next_cursor } = await storeSession().store.getProducts(query, options);
    return countText(products.length, next_cursor);
  }, '');
  return <Tile title={texts.today.lowStock} href={link(['products'], { stock_below: lowStock })} of={reading} />;
}

const countText = (length: number, cursor: string | null) => (cursor ? texts.today.atLeast(length) : count(length));

function Open() {
  const reading = useRead(async (options) => {
    const { available, reason } = await storeSession().store.getAvailability({}, options);
    return `${available ? texts.today.isOpen : texts.today.isClosed} · ${texts.reasons[reason]}`;
  }, '');
  return <Tile title={texts.today.availability} href={link(['settings', 'availability'])} of={reading} isText />;
}

function Webhooks() {
  const reading = useRead(async (options) => {
    const webhooks = await storeSession().store.getWebhooks({}, options);
    const set = webhooks.filter(({ url }) => url !== null);
    const bad = set.find(({ health }) => !['ok', 'unused'].includes(health.state));
    return set.length === 0 ? texts.today.noWebhooks : texts.health[bad?.health.state ?? set[0]?.health.state ?? 'unused'];
  }, '');
  return <Tile title={texts.today.webhooks} href={link(['settings', 'webhooks'])} of={reading} isText />;
}

type TileProps = { title: string; href: string; of: Reading<string>; isText?: boolean };

const Tile = ({ title, href, of, isText }: TileProps) => (
  <li>
    <a href={href} class={isText ? 'tile text' : 'tile'}>
      <span>{title}</span>
      <Show of={of}>{(value) => <b>{value}</b>}</Show>
    </a>
  </li>
);
