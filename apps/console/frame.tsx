import { useEffect } from 'preact/hooks';
import { address, link, linkedKey } from './address.ts';
import { date, personName, zone } from './format.ts';
import { told } from './parts/dialog.tsx';
import { Icon } from './parts/icon.tsx';
import { useTitle } from './parts/title.ts';
import { screenFor, screens } from './screens.ts';
import { endSession, isStore, lastWrite, session, storeSession } from './session.ts';
import { Guide, SignIn } from './signIn.tsx';
import { texts } from './texts.ts';

const toldMs = 8_000;

/** The whole page: the sign-in form, or a bar with the navigation above the current screen. */
export function Console() {
  const { path } = address.value;
  const screen = screenFor(path);
  useTitle(session.value ? (screen?.title ?? 'Page not found') : 'Sign in');
  const silence = () => {
    told.value = undefined;
  };
  // The next person must not see it.
  useEffect(silence, [session.value === undefined]);
  useEffect(() => addEventListener('keydown', focusSearch), []);
  useEffect(() => addEventListener('wheel', leaveNumber, { passive: true }), []);
  useEffect(() => addEventListener('beforeunload', askToStay), []);
  useEffect(() => {
    if (linkedKey.value !== undefined) endSession('linked');
  }, [linkedKey.value]);
  useEffect(() => {
    if (told.value?.isFailure) return;
    const timer = setTimeout(silence, toldMs);
    return () => clearTimeout(timer);
  }, [told.value]);
  // Otherwise, the keyboard would have to go through the bar again after every screen.
  useEffect(() => {
    if (document.activeElement === document.body) focusMain();
  }, [path.join('/'), session.value === undefined]);
  if (!session.value) return <SignIn />;
  const Screen = screen?.component;
  return (
    <>
      <button type="button" class="skip" onClick={focusMain}>
        Skip to the content
      </button>
      <Bar current={screen?.name} />
      <main id="main" tabindex={-1} key={path.join('/')}>
        <Zone />
        {Screen ? <Screen id={path[path.length - 1] ?? ''} /> : <p class="empty">{texts.noScreen}</p>}
      </main>
      <div role="status" class="told">
        {told.value && (
          <p class={told.value.isFailure ? 'bad' : 'good'}>
            {told.value.text}{' '}
            <button type="button" onClick={silence}>
              Close
            </button>
          </p>
        )}
      </div>
    </>
  );
}

/** The key / moves to the search box. */
function focusSearch(event: KeyboardEvent): void {
  if (event.key !== '/' || (event.target as Element).closest('input, textarea, select, dialog')) return;
  const box = document.querySelector<HTMLElement>('input[type=search]');
  if (box) event.preventDefault();
  box?.focus();
}

/** Scrolling over a focused number field would change the number. */
function leaveNumber({ target }: Event): void {
  if (target instanceof HTMLInputElement && target.type === 'number' && target === document.activeElement) target.blur();
}

/** The browser asks before it closes the page during a change, whose outcome would then be unknown. */
function askToStay(event: Event): void {
  if (session.peek() && lastWrite.sending + lastWrite.runs > 0) event.preventDefault();
}

const focusMain = () => document.getElementById('main')?.focus({ preventScroll: true });

function Bar({ current }: { current: string | undefined }) {
  return (
    <header class="bar">
      <strong>{isStore.value ? storeSession().tenant.name : 'Platform'}</strong>
      <nav aria-label="Main">
        {screens()
          .filter(({ isHidden }) => !isHidden)
          .map(({ name, title }) => (
            <a key={name} class="tab" href={link([name])} aria-current={name === current ? 'page' : undefined}>
              <Icon name={name} />
              {title}
            </a>
          ))}
      </nav>
      <details
        class="who"
        key={address.value.path.join('/')}
        onKeyDown={({ key, currentTarget }) => {
          if (key !== 'Escape') return;
          currentTarget.open = false;
          currentTarget.querySelector('summary')?.focus();
        }}
        onFocusOut={({ relatedTarget, currentTarget }) => {
          if (relatedTarget && !currentTarget.contains(relatedTarget as Node)) currentTarget.open = false;
        }}
      >
        <summary>{who() ?? session.value?.key?.label ?? 'Key'}</summary>
        <div>
          <Who />
          <p>
            <Guide />
          </p>
          <button type="button" onClick={() => endSession('signedOut')}>
            Sign out
          </button>
        </div>
      </details>
    </header>
  );
}

/** Says which time zone is used if it is not the store's own. */
const Zone = () => (isStore.value ? null : <p class="small">Times are in the time zone of this browser, {zone()}.</p>);

/** The person who is signed in: as the service knows them, or the name that is recorded for them. */
function who(): string | undefined {
  const user = session.value?.user;
  return user ? personName(user) : session.value?.actor;
}

const unknown = 'unknown: this key is not in the list of platform keys';

/** Whose key it is, what it may do, and until when. */
function Who() {
  const current = session.value;
  const key = current?.key;
  return (
    <dl>
      <dt>Belongs to</dt>
      <dd>{isStore.value ? storeSession().tenant.name : 'Platform'}</dd>
      <dt>Key</dt>
      <dd>{key ? `${key.label ?? 'no label'} (…${key.last_four})` : unknown}</dd>
      <dt>Access</dt>
      <dd>{current?.scopes?.join(', ') ?? texts.allScopes}</dd>
      <dt>Expires</dt>
      <dd>{key ? (key.expires ? date(key.expires) : 'never') : unknown}</dd>
      <dt>Your name</dt>
      <dd>{who() ?? 'not given'}</dd>
      <dt>Time zone</dt>
      <dd>{zone()}</dd>
    </dl>
  );
}
