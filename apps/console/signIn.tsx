import { useEffect, useState } from 'preact/hooks';
import { StoreError } from '../client/client.ts';
import { idleMinutes } from '../idle.ts';
import { recordedName } from './actor.ts';
import { linkedKey } from './address.ts';
import { TextField } from './parts/fields.tsx';
import { messageOf } from './reading.tsx';
import { type EndReason, endReason, signIn } from './session.ts';

const deadKey = 'This key no longer works: it expired or was revoked, or its user was deactivated.';

const endTexts: Record<EndReason, string> = {
  signedOut: 'You signed out. This page has forgotten the key.',
  left: 'You left this page, so it has forgotten the key.',
  linked: 'A sign-in link ended your session here. This page has forgotten the previous key.',
  idle: `You were signed out after ${idleMinutes} minutes without use. This page has forgotten the key.`,
  rejected: `${deadKey} Sign in with another key.`,
  rejectedWrite: `${deadKey} Your last change was not made. Sign in with another key.`,
  rejectedUnsure: `${deadKey} Your last change may or may not have been made. Sign in with another key and check.`,
};

export function SignIn() {
  const [key, setKey] = useState('');
  const [actor, setActor] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const recorded = recordedName(actor);

  useEffect(() => {
    const linked = linkedKey.value;
    linkedKey.value = undefined;
    if (linked !== undefined) submit(linked);
  }, [linkedKey.value]);

  async function submit(key: string): Promise<void> {
    setProblem(undefined);
    if (!/^[\x21-\x7e]{16,}$/.test(key))
      return setProblem('This is not a complete key. Copy it again, without spaces or line breaks.');
    if (recorded === undefined)
      return setProblem('Your name cannot be recorded. Use the letters A to Z, at most 100 characters.');
    setBusy(true);
    try {
      await signIn(key, recorded || undefined);
    } catch (error) {
      setBusy(false);
      const isRejected = error instanceof StoreError && error.status === 401;
      setProblem(
        isRejected
          ? 'The service rejected this key. It may be mistyped, expired or revoked, or its user inactive. Copy it again, or ask for a new one.'
          : messageOf(error as Error),
      );
    }
  }

  return (
    <main class="sign-in">
      <h1>Sign in</h1>
      {endReason.value && (
        <p class="notice" role="status">
          {endTexts[endReason.value]}
        </p>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit(key.trim());
        }}
        novalidate
      >
        <TextField
          label="Your name (optional)"
          hint={
            recorded && recorded !== actor.trim()
              ? `It will be recorded as ${recorded}.`
              : 'Saved with your changes, so that others can see who made them. With a staff key, its user is recorded instead.'
          }
          name="username"
          autocomplete="username"
          value={actor}
          onChange={setActor}
        />
        <TextField
          label="API key"
          hint="A management key (sm_live_…) of your store, or a platform key."
          name="password"
          type="password"
          autocomplete="current-password"
          spellcheck={false}
          value={key}
          onChange={setKey}
        />
        <p role="alert" class={problem ? 'notice bad' : 'hidden'}>
          {problem}
        </p>
        <button type="submit" class="primary" disabled={isBusy}>
          {isBusy ? 'Checking the key …' : 'Sign in'}
        </button>
      </form>
      <p class="small">
        This page keeps the key in memory only. It is gone when you sign out, reload or close this tab, and after {idleMinutes}{' '}
        minutes without use.
      </p>
      <p class="small">
        <Guide />
      </p>
    </main>
  );
}

/** In a new tab, because this page would forget the key. */
export const Guide = () => (
  <a href="docs/console" target="_blank" rel="noopener">
    Guide to the console (new tab)
  </a>
);
