import type { ComponentChildren } from 'preact';
import { link } from '../address.ts';
import { calendar, count, date, money, startOf, today } from '../format.ts';
import { plus } from '../order/amounts.ts';
import { type PageQuery, pagesOf } from '../pages.ts';
import { Icon } from '../parts/icon.tsx';
import { type Reading, type ReadOptions, Show, type Shown, useRead } from '../reading.tsx';
import { can, storeSession } from '../session.ts';
import { texts, things } from '../texts.ts';
import { Days } from './days.tsx';
import { type Report, readReport } from './report.ts';

/** A read passes at most 5,000 products or deliveries, so up to 25,000 are searched. */
const countPage = 1000;
const maxReads = 5;

type Figure = { value: string; detail?: string; isBad?: boolean };

export function TodayScreen() {
  const { tenant } = storeSession();
  const hasOrders = can('orders:read', 'orders:ship');
  return (
    <>
      <h1>Today at {tenant.name}</h1>
      {hasOrders ? <Orders /> : <Tiles />}
    </>
  );
}

function Orders() {
  const open = useRead(readOpen, '');
  const report = useRead(readReport, '');
  // The report counts only the orders since this day, so its links lead to these.
  const from = report.data?.since;
  return (
    <>
      <Tiles>
        <Tile
          title="To authorize"
          href={link(['orders'], { authorized: 'false', cancelled: 'false', from })}
          of={figureOf(report, toAuthorize)}
        />
        <Tile title="To ship" href={link(['orders'], { shippable: 'true', order: 'asc' })} of={figureOf(open, toShip)} />
        <Tile
          title="To collect"
          href={link(['orders'], { settled: 'false', cancelled: 'false', from })}
          of={figureOf(report, unpaid)}
        />
        <Tile title="To refund" href={link(['orders'], { overpaid: 'true' })} of={figureOf(open, toRefund)} />
        <Open />
      </Tiles>
      <Show of={report}>
        {(shown) => (
          <>
            <p class="small">“To authorize” and “To collect” count the orders placed since {date(startOf(shown.since))}.</p>
            <Days of={shown} />
          </>
        )}
      </Show>
    </>
  );
}

const Tiles = ({ children }: { children?: ComponentChildren }) => (
  <ul class="tiles">
    {children}
    {can('products:read') && <LowStock />}
    {can('settings:read') && (
      <>
        <Webhooks />
        <FailedDeliveries />
      </>
    )}
  </ul>
);

const figureOf = <T,>({ data, ...reading }: Reading<T>, say: (data: T) => Figure): Shown<Figure> => ({
  ...reading,
  data: data && say(data),
});

/** The orders that can ship, and the refunds that are due, from all pages. */
async function readOpen(options: ReadOptions) {
  const open = { shippable: 0, oldest: null as string | null, overpaid: 0, refunds: [] as Money[] };
  const read = ({ limit: _, ...query }: { limit: number }) => storeSession().store.getOpenReport(query, options);
  for await (const { shippable, overpaid } of pagesOf(read, {}, options)) {
    open.shippable += shippable.orders;
    open.oldest ??= shippable.oldest;
    open.overpaid += overpaid.orders;
    open.refunds.push(...overpaid.refunds);
  }
  return open;
}

type OpenOrders = Awaited<ReturnType<typeof readOpen>>;

const toShip = ({ shippable, oldest }: OpenOrders): Figure => ({
  value: count(shippable),
  ...(oldest && { detail: ageText(daysSince(oldest)) }),
});

const ageText = (days: number) => (days === 0 ? 'all placed today' : `oldest placed ${things(days, 'day')} ago`);

const toRefund = ({ overpaid, refunds }: OpenOrders): Figure => ({ value: count(overpaid), detail: sumText(refunds) });

const toAuthorize = ({ all }: Report): Figure => ({
  value: count(all.reduce((sum, { unauthorized }) => sum + unauthorized, 0)),
});

const unpaid = ({ all }: Report): Figure => ({
  value: count(all.reduce((sum, { unpaid }) => sum + unpaid, 0)),
  detail: sumText(all.map(({ currency, due }) => ({ currency, amount: due }))),
});

const daysSince = (time: string) => Math.round((Date.parse(today()) - Date.parse(calendar().day(time))) / 86_400_000);

type Money = { currency: string; amount: number };

/** The sums by currency. */
function sumText(amounts: Money[]): string {
  const sums = new Map<string, number>();
  for (const { currency, amount } of amounts) {
    if (amount !== 0) sums.set(currency, plus(sums.get(currency) ?? 0, amount, currency));
  }
  return [...sums].map(([currency, sum]) => money(sum, currency)).join(' + ');
}

function LowStock() {
  const reading = useRead(async (options) => {
    const pages = pagesOf(storeSession().store.getProducts, { low_stock: true }, options, countPage);
    return { value: await countIn(pages, ({ products }) => products) };
  }, '');
  return <Tile title="Low stock" href={link(['products'], { low_stock: 'true' })} of={reading} />;
}

/** Shown only if some were found. */
function FailedDeliveries() {
  const reading = useRead(async (options) => {
    const read = (query: PageQuery<{ state: 'failed' }>) =>
      storeSession().store.getDeliveries({ name: 'confirm-order', ...query }, options);
    const value = await countIn(pagesOf(read, { state: 'failed' }, options, countPage), ({ deliveries }) => deliveries);
    return value === '0' ? undefined : { value };
  }, '');
  if (!reading.error && !reading.data) return null;
  return <Tile title="Failed deliveries" href={link(['settings', 'webhooks'])} of={reading} />;
}

/** Counts what the first pages list. If there may be more, a plus says so. */
async function countIn<P extends { next_cursor: string | null }>(pages: AsyncIterable<P>, listed: (page: P) => unknown[]) {
  let [length, reads] = [0, 0];
  for await (const page of pages) {
    length += listed(page).length;
    reads += 1;
    if (reads === maxReads && page.next_cursor) return `${count(length)}+`;
  }
  return count(length);
}

function Open() {
  const reading = useRead(async (options) => {
    const { available, reason } = await storeSession().store.getAvailability({}, options);
    return { value: available ? 'Open' : 'Closed', detail: texts.openReasons[reason] };
  }, '');
  const href = can('settings:read') ? link(['settings', 'availability']) : undefined;
  return <Tile title="Store" href={href} of={reading} isText />;
}

function Webhooks() {
  const reading = useRead(async (options) => {
    const webhooks = await storeSession().store.getWebhooks({}, options);
    const set = webhooks.filter(({ url }) => url !== null);
    const bad = set.find(({ health }) => !['ok', 'unused'].includes(health.state));
    const state = bad?.health.state ?? set[0]?.health.state ?? 'unused';
    return { value: set.length === 0 ? 'No URL set' : texts.health[state], isBad: bad !== undefined };
  }, '');
  return <Tile title="Webhooks" href={link(['settings', 'webhooks'])} of={reading} isText />;
}

type TileProps = { title: string; href: string | undefined; of: Shown<Figure>; isText?: boolean };

const Tile = ({ title, href, of, isText }: TileProps) =>
  of.error ? (
    <li class="tile">
      <a href={href}>{title}</a>
      <Show of={of} />
    </li>
  ) : (
    <li>
      <a href={href} class={isText ? 'tile text' : 'tile'}>
        <span>{title}</span>
        <Show of={of}>
          {({ value, detail, isBad }) => (
            <>
              <b class={isBad ? 'bad' : value === '0' ? 'zero' : undefined}>
                {isBad && <Icon name="warning" />}
                {value}
              </b>
              {detail && <small>{detail}</small>}
            </>
          )}
        </Show>
      </a>
    </li>
  );
