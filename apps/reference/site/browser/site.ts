import { decoded } from '../../../../lib/values/text.ts';
import { addCopyButtons } from './copy.ts';
import { startKeys } from './keyDialog.ts';
import { startSearch } from './search.ts';
import { startTryIt } from './tryIt.ts';

const { src, dataset } = document.currentScript as HTMLScriptElement;
/** The script is one folder below the base URL of the service. */
const base = new URL('..', src).href;
const byId = (id: string) => document.getElementById(id);

startSearch(byId('open-search') as HTMLElement, new URL(dataset.search as string, document.baseURI).href);
const form = byId('try');
const showKey = form ? startTryIt(form, base, () => enterKey()) : () => {};
const enterKey = startKeys(byId('open-key') as HTMLElement, base, showKey);
addCopyButtons();
openTarget();
addEventListener('hashchange', openTarget);

/** Unfolds what the URL points to, and the fields of a field. */
function openTarget() {
  const target = byId(decoded(location.hash.slice(1)));
  for (let fold = target?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true;
  target?.querySelector(':scope > dd > details')?.setAttribute('open', '');
  target?.scrollIntoView();
}
