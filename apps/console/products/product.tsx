import type { Product } from '../../../lib/product/schema.ts';
import { link } from '../address.ts';
import { count, money } from '../format.ts';
import { DialogButton } from '../parts/action.tsx';
import { Facts } from '../parts/facts.tsx';
import { Show, useRead } from '../reading.tsx';
import { can, storeSession } from '../session.ts';
import { texts } from '../texts.ts';
import { ArchiveDialog, EditDialog, StockDialog } from './dialogs.tsx';

type Props = { product: Product; reload: () => Promise<unknown> };

export function ProductScreen({ id: sku }: { id: string }) {
  const reading = useRead((options) => storeSession().store.getProduct({ sku }, options), sku);
  return (
    <>
      <p>
        <a href={link(['products'])}>{texts.products.back}</a>
      </p>
      <Show of={reading}>{(product) => <Details product={product} reload={reading.reload} />}</Show>
    </>
  );
}

function Details({ product, reload }: Props) {
  const { name, sku, price, weight, tax_rate, archived, stock } = product;
  return (
    <>
      <h1>
        {name} {archived && <span class="badge">{texts.products.archived}</span>}
      </h1>
      {can('products:write') && <Buttons product={product} reload={reload} />}
      <Facts
        of={{
          [texts.products.sku]: sku,
          [texts.products.price]: money(price),
          [texts.products.weight]: weight === null ? texts.unknown : texts.products.grams(weight),
          [texts.products.taxRate]: tax_rate === null ? texts.unknown : texts.products.rate(tax_rate),
          [texts.products.available]: stock ? count(stock.available) : texts.products.notCounted,
          [texts.products.reserved]: stock ? count(stock.reserved) : '',
        }}
      />
    </>
  );
}

function Buttons({ product, reload }: Props) {
  return (
    <div class="actions">
      {product.stock &&
        (['counted', 'adjust'] as const).map((kind) => (
          <DialogButton
            key={kind}
            label={texts.stockDialog[kind].button}
            dialog={(close) => <StockDialog kind={kind} product={product} reload={reload} close={close} />}
          />
        ))}
      <DialogButton
        label={texts.products.edit}
        dialog={(close) => <EditDialog product={product} reload={reload} close={close} />}
      />
      <DialogButton
        label={product.archived ? texts.products.unarchive : texts.products.archive}
        dialog={(close) => <ArchiveDialog product={product} reload={reload} close={close} />}
      />
    </div>
  );
}
