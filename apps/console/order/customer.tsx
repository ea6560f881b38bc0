import type { Order } from '../../../lib/order/schema.ts';
import { link } from '../address.ts';
import { personName } from '../format.ts';
import { Section } from '../parts/section.tsx';

export function Customer({ order: { customer, shipping_address, billing_address, note } }: { order: Order }) {
  const found = customer?.email ?? customer?.phone ?? (customer?.last_name && personName(customer)) ?? customer?.company;
  return (
    <Section title="Customer">
      <p>
        <b>{personName(customer)}</b>
      </p>
      {[customer?.company, customer?.email, customer?.phone].filter(Boolean).map((text) => (
        <p key={text}>{text}</p>
      ))}
      {found && (
        <p>
          <a href={link(['orders'], { q: found })}>All orders of this customer</a>
        </p>
      )}
      <Address title="Shipping address" address={shipping_address} />
      <Address title="Billing address" address={billing_address} />
      {note && (
        <>
          <h3>Note</h3>
          <p class="note">{note}</p>
        </>
      )}
    </Section>
  );
}

function Address({ title, address }: { title: string; address: Order['shipping_address'] }) {
  if (!address) return null;
  return (
    <>
      <h3>{title}</h3>
      <AddressBlock lines={[...addressLines(address), ...(address.phone ? [address.phone] : [])]} />
    </>
  );
}

export const AddressBlock = ({ lines }: { lines: string[] }) => (
  <address>
    {lines.map((line) => (
      <span key={line} class="block">
        {line}
      </span>
    ))}
  </address>
);

/** An address as it is written on a parcel. */
export const addressLines = (address: NonNullable<Order['shipping_address']>): string[] =>
  [
    address.name,
    address.company,
    address.line1,
    address.line2,
    [address.postal_code, address.city].filter(Boolean).join(' '),
    [address.region, address.country].filter(Boolean).join(', '),
  ].flatMap((line) => line || []);
