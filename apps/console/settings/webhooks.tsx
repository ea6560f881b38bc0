import { useState } from 'preact/hooks';
import type { Webhook } from '../../../lib/webhook/schema.ts';
import { dateTime } from '../format.ts';
import { ActionDialog, DialogButton } from '../parts/action.tsx';
import { useEdit } from '../parts/edit.ts';
import { Facts } from '../parts/facts.tsx';
import { TextField } from '../parts/fields.tsx';
import { SecretDialog } from '../parts/secret.tsx';
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
            {canChangeWebhooks() && (
              <DialogButton
                label={texts.webhooks.follow}
                dialog={(close) => <FollowDialog webhooks={webhooks} close={close} done={reading.reload} />}
              />
            )}
          </>
        )}
      </Show>
      <Deliveries />
    </>
  );
}

const titles: Record<string, string> = texts.webhooks.names;

const WebhookCard = ({ webhook, reload }: { webhook: Webhook; reload: () => unknown }) => (
  <Section class="card" title={titles[webhook.name] ?? webhook.name}>
    <Health webhook={webhook} />
    {canChangeWebhooks() && <Buttons webhook={webhook} reload={reload} />}
  </Section>
);

type FollowProps = { webhooks: Webhook[]; close: () => void; done: () => unknown };

/** Creates a webhook that follows all orders. */
function FollowDialog({ webhooks, close, done }: FollowProps) {
  const [label, setLabel] = useState('');
  const [url, setUrl] = useState('');
  const name: string = label ? `order-changed-${label}` : 'order-changed';
  return (
    <ActionDialog
      title={texts.webhooks.follow}
      did={texts.webhooks.needsSecret}
      done={done}
      close={close}
      call={(options) => {
        if (webhooks.some((webhook) => webhook.name === name)) throw new Error(texts.webhooks.exists(name));
        return storeSession().store.changeWebhook({ name, url }, options);
      }}
    >
      <TextField label={texts.webhooks.label} name="label" hint={texts.webhooks.labelHint} value={label} onChange={setLabel} />
      <TextField label={texts.webhooks.url} name="url" type="url" value={url} onChange={setUrl} />
    </ActionDialog>
  );
}

const badges = { ok: 'good', failing: 'bad', resting: 'bad', paused: 'warn', unused: '' };
const time = (value: string | null) => (value ? dateTime(value) : texts.session.never);

const Health = ({ webhook: { url, secret_last_four, health } }: { webhook: Webhook }) => (
  <>
    <p>
      <span class={`badge ${badges[health.state]}`}>{texts.health[health.state]}</span>{' '}
      {health.until && texts.webhooks.until(dateTime(health.until))}
    </p>
    <Facts
      of={{
        [texts.webhooks.url]: url ?? texts.webhooks.noUrl,
        [texts.webhooks.secret]: secret_last_four ? `…${secret_last_four}` : texts.history.none,
        [texts.webhooks.lastSuccess]: time(health.last_success),
        [texts.webhooks.lastFailure]: time(health.last_failure),
        [texts.webhooks.failures]: health.failures_in_a_row,
        ...(health.behind_since && { [texts.webhooks.behindSince]: time(health.behind_since) }),
        ...(health.rejected && { [texts.webhooks.rejectedOrders]: health.rejected.join(', ') || texts.history.none }),
      }}
    />
  </>
);

function Buttons({ webhook, reload }: { webhook: Webhook; reload: () => unknown }) {
  const { name, url } = webhook;
  const [secret, setSecret] = useState<string>();
  return (
    <div class="actions">
      <DialogButton
        label={texts.webhooks.change}
        dialog={(close) => <UrlDialog webhook={webhook} close={close} reload={reload} />}
      />
      <DialogButton
        label={texts.webhooks.newSecret}
        dialog={(close) => <NewSecretDialog name={name} close={close} done={setSecret} />}
      />
      {url && <TestButton name={name} reload={reload} />}
      {secret && (
        <SecretDialog
          secret={secret}
          close={() => {
            setSecret(undefined);
            reload();
          }}
        />
      )}
    </div>
  );
}

type DialogProps = { name: string; close: () => void };

const fields = ({ url }: Webhook) => ({ url: url ?? '' });

function UrlDialog({ webhook, close, reload }: { webhook: Webhook; close: () => void; reload: () => unknown }) {
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
      title={texts.webhooks.change}
      {...(webhook.secret_last_four === null && { did: texts.webhooks.needsSecret })}
      edit={edit}
      done={reload}
      close={close}
      call={(options) => store.changeWebhook({ name, ...edit.values() }, options)}
      // A 404 after a lost attempt says that the webhook was removed.
      tookEffect={async () => edit.values().url === ''}
    >
      <TextField
        {...edit.field('url', texts.webhooks.url)}
        hint={name in texts.webhooks.names ? texts.webhooks.urlHint : texts.webhooks.followerHint}
        type="url"
      />
    </ActionDialog>
  );
}

const NewSecretDialog = ({ name, close, done }: DialogProps & { done: (secret: string) => unknown }) => (
  <ActionDialog
    title={texts.webhooks.newSecret}
    submit={texts.webhooks.newSecret}
    done={done}
    isRepeatable={false}
    close={close}
    call={(options) => storeSession().store.replaceWebhookSecret({ name }, options)}
  >
    <p>{texts.webhooks.newSecretText}</p>
  </ActionDialog>
);

/** Why a call failed. A problem without a text of its own is the status of the response. */
const whyText = (status: number | null, problem: string | null) =>
  texts.webhooks.problems[problem ?? ''] ?? texts.webhooks.rejected(status ?? 0);

/** Sends a signed sample now, and shows what the receiver answered. */
function TestButton({ name, reload }: { name: string; reload: () => unknown }) {
  const [result, setResult] = useState<string | Error>();
  async function run(): Promise<void> {
    setResult(texts.write.sending);
    try {
      const { ok, status, duration_ms, problem } = await storeSession().store.testWebhook({ name }, actorOption());
      setResult(
        ok ? texts.webhooks.accepted(status, duration_ms) : texts.webhooks.failed(whyText(status, problem), duration_ms),
      );
    } catch (error) {
      setResult(error as Error);
    }
    reload();
  }
  return (
    <>
      <button type="button" onClick={run}>
        {texts.webhooks.test}
      </button>
      <span role="status">{typeof result === 'string' && result}</span>
      {result instanceof Error && <Failure error={result} />}
    </>
  );
}
