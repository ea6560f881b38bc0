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
import { texts } from '../texts.ts';
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
        <h1>{texts.products.title}</h1>
        {can('products:write') && (
          <DialogButton
            label={texts.products.add}
            isPrimary
            dialog={(close) => <NewProductDialog close={close} reload={pages.reload} />}
          />
        )}
      </div>
      <search class="pair">
        <SearchField
          label={texts.orders.search}
          hint={texts.products.searchHint}
          value={q}
          onChange={(q) => changeQuery({ q })}
        />
        <TextField
          label={texts.products.below}
          type="number"
          value={stock_below ?? ''}
          onChange={(units) => changeQuery({ stock_below: /^[1-9]\d{0,8}$/.test(units) ? units : undefined })}
        />
      </search>
      <fieldset class="plain chips" aria-label={texts.orders.filters}>
        <Chip isOn={Boolean(low_stock)} onChange={(isOn) => changeQuery({ low_stock: isOn ? 'true' : undefined })}>
          {texts.products.low}
        </Chip>
        <Chip isOn={Boolean(archived)} onChange={(isOn) => changeQuery({ archived: isOn ? 'true' : undefined })}>
          {texts.products.archived}
        </Chip>
      </fieldset>
      {can('products:write') && <Import done={pages.reload} />}
      <PagedTable
        caption={texts.products.title}
        pages={pages}
        empty={q || low_stock || stock_below || archived ? texts.products.empty : texts.products.none}
        columns={columns}
        keyOf={({ sku }) => sku}
      />
    </>
  );
}

/** The available units, marked where they are low. */
export function Available({ of: { stock, low_stock } }: { of: Product }) {
  if (!stock) return texts.products.notCounted;
  const isLow = stock.available < (low_stock ?? defaultLowStock);
  return (
    <>
      {isLow && <span class="badge warn">{texts.products.isLow}</span>} <span>{count(stock.available)}</span>
    </>
  );
}

const columns: Column<Product>[] = [
  { head: texts.products.sku, cell: ({ sku }) => <a href={link(['products', sku])}>{sku}</a> },
  { head: texts.products.name, cell: ({ name }) => name },
  { head: texts.products.price, cell: ({ price }) => money(price), isNumber: true },
  {
    head: texts.products.available,
    cell: (product) => <Available of={product} />,
    isNumber: true,
  },
  { head: texts.products.reserved, cell: ({ stock }) => (stock ? count(stock.reserved) : ''), isNumber: true, isExtra: true },
];
