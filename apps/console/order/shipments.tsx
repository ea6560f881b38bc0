import type { Shipment } from '../../../lib/order/schema.ts';
import { date } from '../format.ts';
import { Section } from '../parts/section.tsx';
import { texts } from '../texts.ts';
import { nameIn } from './amounts.ts';
import { Buttons, type Chosen } from './buttons.tsx';
import type { OrderData } from './orderForm.tsx';

export const Shipments = ({ data, choose }: { data: OrderData; choose: (chosen: Chosen) => void }) => (
  <Section title="Shipments">
    {data.order.shipments.map((shipment, i) => (
      <article key={shipment.id} class="card" aria-label={`Shipment ${i + 1}`}>
        <h3>
          Shipment {i + 1}{' '}
          <span class={`badge ${shipment.state === 'ready' ? 'info' : 'good'}`}>{texts.shipmentStates[shipment.state]}</span>
        </h3>
        <ul>
          {shipment.lines.map(({ sku, quantity, returned }) => (
            <li key={sku}>{texts.units(quantity, nameIn(data.order, sku), returned)}</li>
          ))}
        </ul>
        <Tracking shipment={shipment} />
        <Buttons data={data} shipment={shipment.id} choose={choose} />
      </article>
    ))}
  </Section>
);

function Tracking({ shipment: { carrier, tracking_number, tracking_url, target_delivery } }: { shipment: Shipment }) {
  const text = [carrier, tracking_number].filter(Boolean).join(' ');
  return (
    <p class="small">
      {tracking_url?.startsWith('https://') ? (
        <a href={tracking_url} target="_blank" rel="noopener noreferrer">
          {text || 'Track'}
        </a>
      ) : (
        text
      )}
      {target_delivery && ` Planned for ${date(target_delivery)}`}
    </p>
  );
}
