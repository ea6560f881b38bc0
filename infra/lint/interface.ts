import { readFileSync } from 'node:fs';
import { type Break, breaksBetween } from '../../apps/reference/openapi/breaking/breaks.ts';
import { git, isRepository, lastRelease } from '../lastRelease.ts';

const path = 'docs/openapi.json';
const webhooksPath = 'docs/webhooks.json';

/**
 * The commit to compare with: the latest release, or else the first one with the document. A break stays listed until the
 * next release, so it needs its note until then.
 */
function baseline(): string | undefined {
  if (!isRepository()) return undefined;
  return lastRelease(path) ?? git('log', '--diff-filter=A', '--format=%H', '--', path).split('\n').at(-1);
}

/** The breaks without a note. A note is an entry under Unreleased, Breaking that names the operation or schema and the field. */
export function breaksWithoutNote(breaks: Break[], changelog: string): Break[] {
  const unreleased = changelog.split(/^## /m).find((section) => section.startsWith('Unreleased\n'));
  const breaking = unreleased?.split(/^### /m).find((section) => section.startsWith('Breaking\n'));
  const notes = breaking?.split(/^- /m).slice(1) ?? [];
  return breaks.filter(
    ({ subject, field }) => !notes.some((note) => note.includes(`\`${subject}\``) && (!field || note.includes(`\`${field}\``))),
  );
}

/** Webhooks were part of the API document once. */
function breaksSince(commit: string): Break[] {
  const old = JSON.parse(git('show', `${commit}:${path}`));
  const oldWebhooks = old.webhooks ? old : JSON.parse(git('show', `${commit}:${webhooksPath}`));
  const [now, webhooks] = [path, webhooksPath].map((file) => JSON.parse(readFileSync(file, 'utf8')));
  return [
    ...breaksBetween({ ...old, webhooks: undefined }, now),
    ...breaksBetween({ ...oldWebhooks, paths: undefined }, webhooks),
  ];
}

if (import.meta.main) {
  const commit = baseline();
  const breaks = commit ? breaksSince(commit) : [];
  const missing = breaksWithoutNote(breaks, readFileSync('CHANGELOG.md', 'utf8'));
  for (const { subject, field, change } of missing)
    process.stderr.write(`\`${subject}\`: ${field ? `\`${field}\` ` : ''}${change}\n`);
  if (missing.length > 0) {
    process.stderr.write(
      `These changes since ${commit?.slice(0, 12)} can break clients. Undo them, or add a note for each, with the name and field in backticks as above, to CHANGELOG.md, under "## Unreleased", "### Breaking".\n`,
    );
    process.exitCode = 1;
  }
}
