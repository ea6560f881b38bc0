import type { Entry } from '../../../lib/audit/schema.ts';
import { defaultLowStock } from '../../../lib/product/limits.ts';
import type { Product } from '../../../lib/product/schema.ts';
import { link } from '../address.ts';
import { count, dateTime, money, valueText } from '../format.ts';
import { pagesOf } from '../pages.ts';
import { DialogButton } from '../parts/action.tsx';
import { authorOf } from '../parts/audit.tsx';
import { Facts } from '../parts/facts.tsx';
import { Section } from '../parts/section.tsx';
import { Table } from '../parts/table.tsx';
import { Show, useRead } from '../reading.tsx';
import { can, storeSession } from '../session.ts';
import { ArchiveDialog, EditDialog, StockDialog, stockChanges } from './dialogs.tsx';
import { Available } from './products.tsx';
import { Reserved } from './reserved.tsx';

type Props = { product: Product; reload: () => Promise<unknown> };

export function ProductScreen({ id: sku }: { id: string }) {
  const reading = useRead((options) => storeSession().store.getProduct({ sku }, options), sku);
  return (
    <>
      <p>
        <a href={link(['products'])}>← All products</a>
      </p>
      <Show of={reading}>{(product) => <Details product={product} reload={reading.reload} />}</Show>
    </>
  );
}

function Details({ product, reload }: Props) {
  const { name, sku, price, weight, tax_rate, low_stock, archived, stock } = product;
  return (
    <>
      <h1>
        {name} {archived && <span class="badge">Archived</span>}
      </h1>
      {can('products:write') && <Buttons product={product} reload={reload} />}
      <Facts
        of={{
          SKU: sku,
          Price: money(price),
          Weight: weight === null ? 'unknown' : `${weight} g`,
          'Tax rate': tax_rate === null ? 'unknown' : `${tax_rate}%`,
          Available: <Available of={product} />,
          Reserved: stock ? count(stock.reserved) : '',
          'Low if fewer than': stock ? lowStockText(low_stock) : '',
        }}
      />
      {can('orders:read', 'orders:ship') && <Reserved product={product} />}
      {stock && can('settings:read') && <Movements product={product} />}
    </>
  );
}

const lowStockText = (units: number | null) => (units === null ? `${defaultLowStock} (the default)` : count(units));

const maxSearched = 1000;
/** A page has few adjustments, or none, if most changes were of other kinds. */
const maxPages = 5;

const availableIn = ({ stock }: Record<string, unknown>) => count((stock as Product['stock'])?.available ?? 0);

/** Who counted or adjusted the stock, and why. The log cannot be searched by product, so only its newest part is read. */
function Movements({ product: { sku, stock } }: { product: Product }) {
  const reading = useRead(
    async (options) => {
      const searched: Entry[] = [];
      let pages = 0;
      let hasOlder = false;
      for await (const page of pagesOf(storeSession().store.getOwnAudit, { operation: 'adjustStock' }, options, maxSearched)) {
        searched.push(...page.entries);
        pages += 1;
        hasOlder = page.next_cursor !== null;
        if (pages === maxPages || searched.length >= maxSearched) break;
      }
      return { entries: searched.filter(({ after }) => after.sku === sku), hasOlder };
    },
    JSON.stringify([sku, stock]),
  );
  return (
    <Section title="Counts and adjustments">
      <Show of={reading}>
        {({ entries, hasOlder }) => (
          <>
            {entries.length === 0 ? (
              <p class="empty">No counts or adjustments of this product were found.</p>
            ) : (
              <Table
                caption="Counts and adjustments"
                rows={entries}
                keyOf={({ id }) => id}
                columns={[
                  { head: 'Time', cell: ({ time }) => dateTime(time) },
                  {
                    head: 'Available',
                    cell: ({ before, after }) => `${availableIn(before)} → ${availableIn(after)}`,
                    isNumber: true,
                  },
                  { head: 'Reason', cell: ({ after }) => valueText(after.reason) },
                  { head: 'Who', cell: authorOf },
                ]}
              />
            )}
            {hasOlder && <p class="small">Older changes are not shown.</p>}
          </>
        )}
      </Show>
    </Section>
  );
}

function Buttons({ product, reload }: Props) {
  return (
    <div class="actions">
      {product.stock &&
        stockChanges.map((change) => (
          <DialogButton
            key={change.label}
            label={change.button}
            dialog={StockDialog}
            change={change}
            product={product}
            reload={reload}
          />
        ))}
      <DialogButton label="Edit" dialog={EditDialog} product={product} reload={reload} />
      <DialogButton
        label={product.archived ? 'Offer again' : 'Archive'}
        dialog={ArchiveDialog}
        product={product}
        reload={reload}
      />
    </div>
  );
}
