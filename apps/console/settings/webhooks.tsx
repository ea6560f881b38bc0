import { useState } from 'preact/hooks';
import type { FixedName } from '../../../lib/webhook/inputs.ts';
import type { Webhook } from '../../../lib/webhook/schema.ts';
import { undefinedIf } from '../../client/error.ts';
import { dateTime } from '../format.ts';
import { ActionDialog, DialogButton, type Reloadable } from '../parts/action.tsx';
import { useEdit, useFields } from '../parts/edit.ts';
import { Facts } from '../parts/facts.tsx';
import { TextField } from '../parts/fields.tsx';
import { Section } from '../parts/section.tsx';
import { Failure, Show, useRead } from '../reading.tsx';
import { actorOption, canChangeWebhooks, storeSession } from '../session.ts';
import { texts } from '../texts.ts';
import { Deliveries } from './deliveries.tsx';

export function WebhooksTab() {
  const reading = useRead((options) => storeSession().store.getWebhooks({}, options), '');
  return (
    <>
      <Show of={reading}>
        {(webhooks) => (
          <>
            {webhooks.map((webhook) => (
              <WebhookCard key={webhook.name} webhook={webhook} reload={reading.reload} />
            ))}
            {canChangeWebhooks() && <DialogButton label="Follow all orders" dialog={FollowDialog} reload={reading.reload} />}
          </>
        )}
      </Show>
      <Deliveries />
    </>
  );
}

const titles: Record<string, string> = {
  'confirm-order': 'Confirm order',
  'calculate-shipping-rates': 'Calculate shipping rates',
} satisfies Record<FixedName, string>;
const needsSecret = 'Saved. “New secret” makes a secret and shows it once. The receiver verifies the calls with it.';

const WebhookCard = ({ webhook, reload }: { webhook: Webhook; reload: () => unknown }) => (
  <Section class="card" title={titles[webhook.name] ?? webhook.name}>
    <Health webhook={webhook} />
    {canChangeWebhooks() && <Buttons webhook={webhook} reload={reload} />}
  </Section>
);

/** Creates a webhook that follows all orders. */
function FollowDialog({ reload, close }: Reloadable) {
  const [{ label, url }, input] = useFields({ label: '', url: '' });
  const name: string = label ? `order-changed-${label}` : 'order-changed';
  return (
    <ActionDialog
      title="Follow all orders"
      did={needsSecret}
      done={reload}
      close={close}
      call={async (options) => {
        const { store } = storeSession();
        const existing = await store.getWebhook({ name }).catch(undefinedIf('not_found'));
        // One with this URL is from an attempt whose response was lost.
        if (existing && existing.url !== url)
          throw new Error(`There is already a webhook ${name}. Choose another label, or change its URL.`);
        return store.changeWebhook({ name, url }, options);
      }}
    >
      <TextField
        label="Label"
        name="label"
        hint="Optional. Lower-case letters, digits and hyphens, such as erp."
        {...input('label')}
      />
      <TextField label="URL" name="url" type="url" {...input('url')} />
    </ActionDialog>
  );
}

const badges = { ok: 'good', failing: 'bad', resting: 'bad', paused: 'warn', unused: '' };
const time = (value: string | null) => (value ? dateTime(value) : 'never');

const Health = ({ webhook: { url, secret_last_four, health } }: { webhook: Webhook }) => (
  <>
    <p>
      <span class={`badge ${badges[health.state]}`}>{texts.health[health.state]}</span>{' '}
      {health.until && `until ${dateTime(health.until)}`}
    </p>
    <Facts
      of={{
        URL: url ?? 'No URL set',
        'Signing secret': secret_last_four ? `…${secret_last_four}` : 'none',
        'Last success': time(health.last_success),
        'Last failure': time(health.last_failure),
        'Failures in a row': health.failures_in_a_row,
        ...(health.behind_since && { 'Oldest unsent change': time(health.behind_since) }),
        ...(health.rejected && { 'Rejected orders': health.rejected.join(', ') || 'none' }),
      }}
    />
  </>
);

function Buttons({ webhook, reload }: { webhook: Webhook; reload: () => unknown }) {
  const { name, url } = webhook;
  return (
    <div class="actions">
      <DialogButton label="Change URL" dialog={UrlDialog} webhook={webhook} reload={reload} />
      <DialogButton label="New secret" dialog={NewSecretDialog} name={name} reload={reload} />
      {url && <TestButton name={name} reload={reload} />}
    </div>
  );
}

const fields = ({ url }: Webhook) => ({ url: url ?? '' });

function UrlDialog({ webhook, close, reload }: Reloadable & { webhook: Webhook }) {
  const { name } = webhook;
  const { store } = storeSession();
  // Saving the same URL again ends a pause.
  const edit = useEdit({
    of: webhook,
    fields,
    read: (options) => store.getWebhook({ name }, options),
    mayBeUnchanged: true,
  });
  return (
    <ActionDialog
      title="Change URL"
      {...(webhook.secret_last_four === null && edit.values().url !== '' && { did: needsSecret })}
      edit={edit}
      done={reload}
      close={close}
      call={(options) => store.changeWebhook({ name, ...edit.values() }, options)}
      // A 404 says that the webhook was removed.
      tookEffect={async () => edit.values().url === ''}
    >
      <TextField
        {...edit.field('url', 'URL')}
        hint={
          name in titles
            ? 'Starts with https://. Clear it to stop calls.'
            : 'Starts with https://. Clear it to remove this webhook with its secret.'
        }
        type="url"
      />
    </ActionDialog>
  );
}

const NewSecretDialog = ({ name, reload, close }: Reloadable & { name: string }) => (
  <ActionDialog
    title="New secret"
    submit="New secret"
    done={reload}
    secretOf={(secret: string) => secret}
    isRepeatable={false}
    close={close}
    call={(options) => storeSession().store.replaceWebhookSecret({ name }, options)}
  >
    <p>The new secret is shown only once. If there is an old one, calls are signed with both for 24 hours.</p>
  </ActionDialog>
);

/** Why a call failed. A problem without a text of its own is the status of the response. */
const whyText = (status: number | null, problem: string | null) =>
  texts.callProblems[problem ?? ''] ??
  `The receiver responded with ${status ?? 0}. Only a status from 200 to 299 counts as success.`;

const sending = 'Sending …';

/** Sends a signed sample now, and shows what the receiver answered. */
function TestButton({ name, reload }: { name: string; reload: () => unknown }) {
  const [result, setResult] = useState<string | Error>();
  async function run(): Promise<void> {
    if (result === sending) return;
    setResult(sending);
    try {
      const { ok, status, duration_ms, problem } = await storeSession().store.testWebhook({ name }, actorOption());
      setResult(
        ok ? `Accepted with ${status} in ${duration_ms} ms.` : `Failed after ${duration_ms} ms. ${whyText(status, problem)}`,
      );
    } catch (error) {
      setResult(error as Error);
    }
    reload();
  }
  return (
    <>
      <button type="button" aria-disabled={result === sending} onClick={run}>
        Send test
      </button>
      <span role="status">{typeof result === 'string' && result}</span>
      {result instanceof Error && <Failure error={result} />}
    </>
  );
}
