import { defaultLowStock } from '../../../lib/product/limits.ts';
import type { Product } from '../../../lib/product/schema.ts';
import { address, changeQuery, link } from '../address.ts';
import { count, money } from '../format.ts';
import { usePages } from '../pages.ts';
import { DialogButton } from '../parts/action.tsx';
import { Chip, TextField } from '../parts/fields.tsx';
import { SearchField } from '../parts/search.tsx';
import { type Column, PagedTable } from '../parts/table.tsx';
import { can, storeSession } from '../session.ts';
import { NewProductDialog } from './dialogs.tsx';
import { Import } from './import.tsx';

export function ProductsScreen() {
  const { q = '', low_stock, stock_below, archived } = address.value.query;
  const filters = {
    ...(q.trim() && { q }),
    ...(low_stock && { low_stock: true }),
    ...(stock_below && { stock_below: Number(stock_below) }),
    ...(archived && { archived: true }),
  };
  const pages = usePages(storeSession().store.getProducts, 'products', filters);
  return (
    <>
      <div class="title">
        <h1>Products</h1>
        {can('products:write') && (
          <DialogButton label="Add product" isPrimary dialog={NewProductDialog} reload={pages.reload} />
        )}
      </div>
      <search class="pair">
        <SearchField label="Search" hint="SKU or name" value={q} onChange={(q) => changeQuery({ q })} />
        <TextField
          label="Fewer available than"
          type="number"
          value={stock_below ?? ''}
          onChange={(units) => changeQuery({ stock_below: /^[1-9]\d{0,8}$/.test(units) ? units : undefined })}
        />
      </search>
      <fieldset class="plain chips" aria-label="Filters">
        <Chip isOn={Boolean(low_stock)} onChange={(isOn) => changeQuery({ low_stock: isOn ? 'true' : undefined })}>
          Low stock
        </Chip>
        <Chip isOn={Boolean(archived)} onChange={(isOn) => changeQuery({ archived: isOn ? 'true' : undefined })}>
          Archived
        </Chip>
      </fieldset>
      {can('products:write') && <Import done={pages.reload} />}
      <PagedTable
        caption="Products"
        pages={pages}
        empty={
          q || low_stock || stock_below || archived
            ? 'No products match. Remove a filter, or search for something else.'
            : `There are no active products.${can('products:write') ? ' Add one, or import a CSV file.' : ''}`
        }
        columns={columns}
        keyOf={({ sku }) => sku}
      />
    </>
  );
}

/** The available units, marked where they are low. */
export function Available({ of: { stock, low_stock } }: { of: Product }) {
  if (!stock) return 'not tracked';
  const isLow = stock.available < (low_stock ?? defaultLowStock);
  return (
    <>
      {isLow && <span class="badge warn">Low</span>} <span>{count(stock.available)}</span>
    </>
  );
}

const columns: Column<Product>[] = [
  { head: 'SKU', cell: ({ sku }) => <a href={link(['products', sku])}>{sku}</a> },
  { head: 'Name', cell: ({ name }) => name },
  { head: 'Price', cell: ({ price }) => money(price), isNumber: true },
  {
    head: 'Available',
    cell: (product) => <Available of={product} />,
    isNumber: true,
  },
  { head: 'Reserved', cell: ({ stock }) => (stock ? count(stock.reserved) : ''), isNumber: true, isExtra: true },
];
