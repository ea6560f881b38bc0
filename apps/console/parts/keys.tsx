import { useState } from 'preact/hooks';
import type { Key } from '../../../lib/key/schema.ts';
import { type KeyScope, keyScopes } from '../../../lib/key/scopes.ts';
import { date, startOf } from '../format.ts';
import { type PageQuery, usePages } from '../pages.ts';
import type { ReadOptions } from '../reading.tsx';
import { texts } from '../texts.ts';
import type { WriteOptions } from '../writing.ts';
import { ActionDialog, useDialog } from './action.tsx';
import { Check, TextField } from './fields.tsx';
import { SecretDialog } from './secret.tsx';
import { PagedTable } from './table.tsx';

type Listed<K> = { keys: K[]; next_cursor: string | null };
type Issue = (
  key: { label: string; expires: string; scopes: KeyScope[] },
  options: WriteOptions & { idempotencyKey: string },
) => Promise<unknown>;
type AnyKey = Omit<Key, 'scopes' | 'user'> & Partial<Pick<Key, 'scopes' | 'user'>>;
type Props = {
  list: (query: PageQuery<object>, options: ReadOptions) => Promise<Listed<AnyKey>>;
  /** Platform keys are issued by a command only. */
  issue?: Issue;
  revoke: (id: string, options: WriteOptions) => Promise<unknown>;
  mayChange: boolean;
};

/** The keys of a store or of the platform. */
export function Keys({ list, issue, revoke, mayChange }: Props) {
  const [dialog, open] = useDialog();
  const pages = usePages(list, 'keys', {});
  const showSecret = ({ secret }: { secret: string | null }) =>
    setTimeout(() => open((close) => <SecretDialog secret={secret} close={close} />));
  const revokeOne = (key: AnyKey) =>
    open((close) => (
      <ActionDialog
        title={texts.keys.revokeTitle(key.label ?? key.last_four)}
        submit={texts.keys.revoke}
        isDangerous
        did={texts.keys.revoked}
        done={pages.reload}
        close={close}
        call={(options) => revoke(key.id, options)}
        // A 404 after a lost attempt says that the key is revoked.
        tookEffect={async () => true}
      >
        <p>{texts.keys.revokeText}</p>
      </ActionDialog>
    ));
  return (
    <>
      {mayChange && issue && (
        <p>
          <button
            type="button"
            onClick={() =>
              open((close) => (
                <IssueDialog
                  issue={issue}
                  close={close}
                  done={(answer: { secret: string | null }) => {
                    pages.reload();
                    showSecret(answer);
                  }}
                />
              ))
            }
          >
            {texts.keys.issue}
          </button>
        </p>
      )}
      <PagedTable
        caption={texts.settings.tabs.keys}
        pages={pages}
        empty={texts.keys.empty}
        keyOf={({ id }) => id}
        columns={[
          { head: texts.keys.label, cell: ({ label, last_four }) => `${label ?? texts.session.noLabel} (…${last_four})` },
          { head: texts.session.scopes, cell: ({ scopes }) => scopes?.join(', ') ?? texts.session.everything, isExtra: true },
          { head: texts.session.expires, cell: ({ expires }) => (expires ? date(expires) : texts.session.never) },
          {
            head: texts.keys.used,
            cell: ({ last_used }) => (last_used ? date(startOf(last_used)) : texts.session.never),
            isExtra: true,
          },
          {
            head: texts.orders.state,
            cell: (key) =>
              key.revoked ? (
                texts.keys.revokedOn(date(key.revoked))
              ) : key.expires && Date.parse(key.expires) <= Date.now() ? (
                texts.keys.expired
              ) : mayChange ? (
                <button type="button" onClick={() => revokeOne(key)}>
                  {texts.keys.revoke}
                </button>
              ) : (
                texts.keys.active
              ),
          },
        ]}
      />
      {dialog}
    </>
  );
}

function IssueDialog({ issue, done, close }: { issue: Issue; done: (answer: never) => unknown; close: () => void }) {
  const [label, setLabel] = useState('');
  const [expires, setExpires] = useState('');
  const [scopes, setScopes] = useState<KeyScope[]>(['orders:write']);
  return (
    <ActionDialog
      title={texts.keys.issue}
      submit={texts.keys.issue}
      did={texts.keys.issued}
      done={done}
      close={close}
      call={(options, idempotencyKey) => {
        if (scopes.length === 0) throw new Error(texts.keys.noScopes);
        return issue({ label, expires: expires && startOf(expires), scopes }, { ...options, idempotencyKey });
      }}
    >
      <TextField label={texts.keys.label} name="label" hint={texts.keys.labelHint} value={label} onChange={setLabel} />
      <TextField label={texts.keys.expires} name="expires" type="date" value={expires} onChange={setExpires} />
      <fieldset>
        <legend>{texts.session.scopes}</legend>
        {keyScopes.map((scope) => (
          <Check
            key={scope}
            label={texts.keys.scopes[scope]}
            value={scopes.includes(scope)}
            onChange={(isOn) => setScopes(isOn ? [...scopes, scope] : scopes.filter((one) => one !== scope))}
          />
        ))}
      </fieldset>
    </ActionDialog>
  );
}
