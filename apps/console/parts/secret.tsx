import { Dialog } from './dialog.tsx';

/** Shows a secret that the service shows only once. */
export function SecretDialog({ secret, close }: { secret: string | null; close: () => void }) {
  return (
    <Dialog title="Shown only once" close={close}>
      {secret ? (
        <code class="secret">{secret}</code>
      ) : (
        <p class="notice">The response that contained the secret was lost. Revoke this key and issue another one.</p>
      )}
      <footer>
        {secret && (
          <button type="button" onClick={() => navigator.clipboard.writeText(secret)}>
            Copy
          </button>
        )}
        <button type="button" class="primary" onClick={close}>
          {secret ? 'I have saved it' : 'Close'}
        </button>
      </footer>
    </Dialog>
  );
}
