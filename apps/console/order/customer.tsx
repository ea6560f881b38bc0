import type { Order } from '../../../lib/order/schema.ts';
import { personName } from '../format.ts';
import { Section } from '../parts/section.tsx';
import { texts } from '../texts.ts';

export function Customer({ order: { customer, shipping_address: address, note } }: { order: Order }) {
  const lines = address && [
    address.name,
    address.company,
    address.line1,
    address.line2,
    [address.postal_code, address.city].filter(Boolean).join(' '),
    [address.region, address.country].filter(Boolean).join(', '),
    address.phone,
  ];
  return (
    <Section title={texts.order.customer}>
      <p>
        <b>{personName(customer)}</b>
      </p>
      {[customer?.company, customer?.email, customer?.phone].filter(Boolean).map((text) => (
        <p key={text}>{text}</p>
      ))}
      {lines && (
        <>
          <h3>{texts.order.address}</h3>
          <address>
            {lines.filter(Boolean).map((line) => (
              <span key={line} class="block">
                {line}
              </span>
            ))}
          </address>
        </>
      )}
      {note && (
        <>
          <h3>{texts.order.note}</h3>
          <p class="note">{note}</p>
        </>
      )}
    </Section>
  );
}
