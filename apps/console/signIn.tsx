import { useEffect, useState } from 'preact/hooks';
import { StoreError } from '../client/client.ts';
import { recordedName } from './actor.ts';
import { linkedKey } from './address.ts';
import { TextField } from './parts/fields.tsx';
import { Guide } from './parts/guide.tsx';
import { messageOf } from './reading.tsx';
import { endReason, signIn } from './session.ts';
import { texts } from './texts.ts';

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
    if (!/^[\x21-\x7e]{16,}$/.test(key)) return setProblem(texts.signIn.malformed);
    if (recorded === undefined) return setProblem(texts.signIn.badActor);
    setBusy(true);
    try {
      await signIn(key, recorded || undefined);
    } catch (error) {
      setBusy(false);
      const isRejected = error instanceof StoreError && error.status === 401;
      setProblem(isRejected ? texts.signIn.rejected : messageOf(error as Error));
    }
  }

  return (
    <main class="sign-in">
      <h1>{texts.signIn.title}</h1>
      {endReason.value && (
        <p class="notice" role="status">
          {texts.signIn.ended[endReason.value]}
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
          label={texts.signIn.actor}
          hint={recorded && recorded !== actor.trim() ? texts.signIn.recorded(recorded) : texts.signIn.actorHint}
          name="username"
          autocomplete="username"
          value={actor}
          onChange={setActor}
        />
        <TextField
          label={texts.signIn.key}
          hint={texts.signIn.keyHint}
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
          {isBusy ? texts.signIn.checking : texts.signIn.submit}
        </button>
      </form>
      <p class="small">{texts.signIn.promise}</p>
      <p class="small">
        <Guide />
      </p>
    </main>
  );
}
