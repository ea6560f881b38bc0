import { useEffect } from 'preact/hooks';
import { address, link, linkedKey } from './address.ts';
import { date, personName, zone } from './format.ts';
import { told } from './parts/dialog.tsx';
import { Guide } from './parts/guide.tsx';
import { Icon } from './parts/icon.tsx';
import { useTitle } from './parts/title.ts';
import { screenFor, screens } from './screens.ts';
import { endSession, isStore, session, storeSession } from './session.ts';
import { SignIn } from './signIn.tsx';
import { texts } from './texts.ts';

const toldMs = 8_000;

/** The whole page: the sign-in form, or a bar with the navigation above the current screen. */
export function Console() {
  const { path } = address.value;
  const screen = screenFor(path);
  useTitle(session.value ? (screen?.title ?? texts.pageNotFound) : texts.signIn.title);
  const silence = () => {
    told.value = undefined;
  };
  useEffect(silence, [path.join('/')]);
  useEffect(() => addEventListener('keydown', focusSearch), []);
  useEffect(() => {
    if (linkedKey.value !== undefined) endSession('signedOut');
  }, [linkedKey.value]);
  useEffect(() => {
    const timer = setTimeout(silence, toldMs);
    return () => clearTimeout(timer);
  }, [told.value]);
  if (!session.value) return <SignIn />;
  const Screen = screen?.component;
  return (
    <>
      <button type="button" class="skip" onClick={focusMain}>
        {texts.skip}
      </button>
      <Bar current={screen?.name} />
      <main id="main" tabindex={-1} key={path.join('/')}>
        <Zone />
        {Screen ? <Screen id={path[path.length - 1] ?? ''} /> : <p class="empty">{texts.noScreen}</p>}
      </main>
      <div role="status" class="told">
        {told.value && (
          <p>
            {told.value}{' '}
            <button type="button" onClick={silence}>
              {texts.close}
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

const focusMain = () => document.getElementById('main')?.focus();

function Bar({ current }: { current: string | undefined }) {
  return (
    <header class="bar">
      <strong>{isStore.value ? storeSession().tenant.name : texts.platform}</strong>
      <nav aria-label={texts.navigation}>
        {screens()
          .filter(({ isHidden }) => !isHidden)
          .map(({ name, title }) => (
            <a key={name} class="tab" href={link([name])} aria-current={name === current ? 'page' : undefined}>
              <Icon name={name} />
              {title}
            </a>
          ))}
      </nav>
      <details class="who">
        <summary>{who() ?? session.value?.key?.label ?? texts.session.key}</summary>
        <div>
          <Who />
          <p>
            <Guide />
          </p>
          <button type="button" onClick={() => endSession('signedOut')}>
            {texts.session.signOut}
          </button>
        </div>
      </details>
    </header>
  );
}

/** Says which time zone is used if it is not the store's own. */
const Zone = () => (isStore.value ? null : <p class="small">{texts.times(zone())}</p>);

/** The person who is signed in: as the service knows them, or as they typed it. */
function who(): string | undefined {
  const user = session.value?.user;
  return user ? personName(user) : session.value?.actor;
}

/** Whose key it is, what it may do, and until when. */
function Who() {
  const current = session.value;
  const key = current?.key;
  return (
    <dl>
      <dt>{texts.session.for}</dt>
      <dd>{isStore.value ? storeSession().tenant.name : texts.platform}</dd>
      <dt>{texts.session.key}</dt>
      <dd>{key ? `${key.label ?? texts.session.noLabel} (…${key.last_four})` : texts.session.unknown}</dd>
      <dt>{texts.session.scopes}</dt>
      <dd>{current?.scopes?.join(', ') ?? texts.session.everything}</dd>
      <dt>{texts.session.expires}</dt>
      <dd>{key ? (key.expires ? date(key.expires) : texts.session.never) : texts.session.unknown}</dd>
      <dt>{texts.session.actor}</dt>
      <dd>{who() ?? texts.session.noActor}</dd>
      <dt>{texts.session.zone}</dt>
      <dd>{zone()}</dd>
    </dl>
  );
}
