import { useId } from 'preact/hooks';
import { texts } from '../texts.ts';
import { Dialog } from './dialog.tsx';

/** Shows a secret that the service shows only once. */
export function SecretDialog({ secret, close }: { secret: string | null; close: () => void }) {
  const heading = useId();
  return (
    <Dialog labelledBy={heading} close={close}>
      <h2 id={heading}>{texts.secret.title}</h2>
      {secret ? <code class="secret">{secret}</code> : <p class="notice">{texts.secret.lost}</p>}
      <footer>
        {secret && (
          <button type="button" onClick={() => navigator.clipboard.writeText(secret)}>
            {texts.secret.copy}
          </button>
        )}
        <button type="button" class="primary" onClick={close}>
          {secret ? texts.secret.close : texts.close}
        </button>
      </footer>
    </Dialog>
  );
}
