import type { Key } from '../../../lib/key/schema.ts';
import { type KeyScope, keyScopes } from '../../../lib/key/scopes.ts';
import { date, startOf } from '../format.ts';
import { type PageQuery, usePages } from '../pages.ts';
import type { ReadOptions } from '../reading.tsx';
import { texts } from '../texts.ts';
import type { KeyedOptions, WriteOptions } from '../writing.ts';
import { ActionDialog, DialogButton, type Reloadable, useDialog } from './action.tsx';
import { useFields } from './edit.ts';
import { Check, TextField } from './fields.tsx';
import { PagedTable } from './table.tsx';

type Listed<K> = { keys: K[]; next_cursor: string | null };
type Issue = (key: { label: string; expires: string; scopes: KeyScope[] }, options: KeyedOptions) => Promise<unknown>;
type AnyKey = Omit<Key, 'scopes' | 'user'> & Partial<Pick<Key, 'scopes' | 'user'>>;
type Props = {
  list: (query: PageQuery<object>, options: ReadOptions) => Promise<Listed<AnyKey>>;
  /** Platform keys are issued by a command only, and a staff key issues none here. */
  issue?: Issue | undefined;
  revoke: (id: string, options: WriteOptions) => Promise<unknown>;
  mayChange: boolean;
};

/** The keys of a store or of the platform. */
export function Keys({ list, issue, revoke, mayChange }: Props) {
  const [dialog, open] = useDialog();
  const pages = usePages(list, 'keys', {});
  return (
    <>
      {mayChange && issue && (
        <p>
          <DialogButton label="Issue key" dialog={IssueDialog} issue={issue} reload={pages.reload} />
        </p>
      )}
      <PagedTable
        caption="Keys"
        pages={pages}
        empty="No keys."
        keyOf={({ id }) => id}
        columns={[
          { head: 'Label', cell: ({ label, last_four }) => `${label ?? 'no label'} (…${last_four})` },
          { head: 'Access', cell: ({ scopes }) => scopes?.join(', ') ?? texts.allScopes, isExtra: true },
          { head: 'Expires', cell: ({ expires }) => (expires ? date(expires) : 'never') },
          {
            head: 'Last used',
            cell: ({ last_used }) => (last_used ? date(startOf(last_used)) : 'never'),
            isExtra: true,
          },
          {
            head: 'State',
            cell: (key) =>
              key.revoked ? (
                `Revoked ${date(key.revoked)}`
              ) : key.expires && Date.parse(key.expires) <= Date.now() ? (
                'Expired'
              ) : mayChange ? (
                <button
                  type="button"
                  onClick={() =>
                    open(RevokeDialog, { id: key.id, name: key.label ?? key.last_four, revoke, reload: pages.reload })
                  }
                >
                  Revoke
                </button>
              ) : (
                'Active'
              ),
          },
        ]}
      />
      {dialog}
    </>
  );
}

type RevokeProps = Reloadable & { id: string; name: string; revoke: Props['revoke'] };

const RevokeDialog = ({ id, name, revoke, reload, close }: RevokeProps) => (
  <ActionDialog
    title={`Revoke ${name}?`}
    submit="Revoke"
    isDangerous
    did="Key revoked. It stops working within 30 seconds."
    done={reload}
    close={close}
    call={(options) => revoke(id, options)}
    // A 404 says that the key is revoked.
    tookEffect={async () => true}
  >
    <p>Everything that uses this key stops working within 30 seconds. A revoked key cannot be restored.</p>
  </ActionDialog>
);

const scopeTexts: Record<KeyScope, string> = {
  'orders:read': 'See orders',
  'orders:write': 'See and change orders',
  'orders:place':
    "Place orders at the prices of the store's products, with any shipping price, and see rates and whether the store is open",
  'orders:ship': 'See orders, ship and split shipments, and record returns',
  'products:read': 'See products',
  'products:write': 'See and change products',
  'settings:read': 'See settings',
  'settings:write': 'See and change settings, users and keys. To change webhooks, also choose “See and change orders”',
};

function IssueDialog({ issue, reload, close }: Reloadable & { issue: Issue }) {
  const [{ label, expires, scopes }, input] = useFields({ label: '', expires: '', scopes: ['orders:write'] as KeyScope[] });
  const { onChange: setScopes } = input('scopes');
  return (
    <ActionDialog
      title="Issue key"
      submit="Issue key"
      did="Key issued."
      done={reload}
      secretOf={({ secret }: { secret: string | null }) => secret}
      close={close}
      call={(_, keyed) => {
        if (scopes.length === 0) throw new Error('Choose what the key may access.');
        return issue({ label, expires: expires && startOf(expires), scopes }, keyed);
      }}
    >
      <TextField label="Label" name="label" hint="What the key is for." {...input('label')} />
      <TextField label="Expires at the start of this day (optional)" name="expires" type="date" {...input('expires')} />
      <fieldset>
        <legend>Access</legend>
        {keyScopes.map((scope) => (
          <Check
            key={scope}
            label={scopeTexts[scope]}
            value={scopes.includes(scope)}
            onChange={(isOn) => setScopes(isOn ? [...scopes, scope] : scopes.filter((one) => one !== scope))}
          />
        ))}
      </fieldset>
    </ActionDialog>
  );
}
