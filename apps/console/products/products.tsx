import type { Product } from '../../../lib/product/schema.ts';
import { address, changeQuery, link } from '../address.ts';
import { count, money } from '../format.ts';
import { usePages } from '../pages.ts';
import { DialogButton } from '../parts/action.tsx';
import { Chip } from '../parts/fields.tsx';
import { type Column, PagedTable } from '../parts/table.tsx';
import { can, storeSession } from '../session.ts';
import { texts } from '../texts.ts';
import { NewProductDialog } from './dialogs.tsx';
import { Import } from './import.tsx';

const lowStock = '5';

export function ProductsScreen() {
  const { stock_below, archived } = address.value.query;
  const filters = { ...(stock_below && { stock_below: Number(stock_below) }), ...(archived && { archived: true }) };
  const pages = usePages(storeSession().store.getProducts, 'products', filters);
  return (
    <>
      <h1>{texts.products.title}</h1>
      <fieldset class="plain chips" aria-label={texts.orders.filters}>
        <Chip isOn={Boolean(stock_below)} onChange={(isOn) => changeQuery({ stock_below: isOn ? lowStock : undefined })}>
          {texts.products.low(stock_below ?? lowStock)}
        </Chip>
        <Chip isOn={Boolean(archived)} onChange={(isOn) => changeQuery({ archived: isOn ? 'true' : undefined })}>
          {texts.products.archived}
        </Chip>
        {can('products:write') && (
          <DialogButton
            label={texts.products.add}
            dialog={(close) => <NewProductDialog close={close} reload={pages.reload} />}
          />
        )}
      </fieldset>
      {can('products:write') && <Import done={pages.reload} />}
      <PagedTable
        caption={texts.products.title}
        pages={pages}
        empty={stock_below || archived ? texts.products.empty : texts.products.none}
        columns={columns}
        keyOf={({ sku }) => sku}
      />
    </>
  );
}

const columns: Column<Product>[] = [
  { head: texts.products.sku, cell: ({ sku }) => <a href={link(['products', sku])}>{sku}</a> },
  { head: texts.products.name, cell: ({ name }) => name },
  { head: texts.products.price, cell: ({ price }) => money(price), isNumber: true },
  {
    head: texts.products.available,
    cell: ({ stock }) => (stock ? count(stock.available) : texts.products.notCounted),
    isNumber: true,
  },
  { head: texts.products.reserved, cell: ({ stock }) => (stock ? count(stock.reserved) : ''), isNumber: true, isExtra: true },
];
