import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Access } from '../../lib/api/route.ts';
import { git, lastRelease } from '../lastRelease.ts';
import { everyAccess, formerAccess } from '../stacks/functions/functions.ts';
import { grantsOf } from '../stacks/functions/grants.ts';

const path = 'infra/stacks/functions/grants.json';

/** The functions that have each grant, such as `dynamodb:PutItem table T#*`. */
export type Grants = Record<string, string[]>;

/** What every function is granted, with the access in `added`. */
export function recordedGrants(added: Record<string, readonly Access[]> = {}): Grants {
  const scope = {
    tableArn: 'table',
    webhookKeysArn: 'webhook keys',
    queueArn: 'queue',
    followQueueArn: 'follow queue',
    operationArns: 'operations',
  };
  const pairs = everyAccess().flatMap(([name, { caller, access }]) => {
    const statements = grantsOf([...access, ...(added[name] ?? [])], { ...scope, caller });
    return [...new Set(statements.flatMap(linesOf))].map((grant) => ({ grant, name }));
  });
  const sorted = pairs.toSorted((a, b) => (`${a.grant} ${a.name}` < `${b.grant} ${b.name}` ? -1 : 1));
  const grouped = Object.entries(Object.groupBy(sorted, ({ grant }) => grant));
  return Object.fromEntries(grouped.map(([grant, all = []]) => [grant, all.map(({ name }) => name)]));
}

/** A line for each action, resource and partition, because each of them is granted or not. */
function linesOf(statement: PolicyStatement): string[] {
  const { Action, Resource, Condition = {} } = statement.toStatementJson();
  const partitions = [Condition['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? ''].flat();
  const attributes = [Condition['ForAllValues:StringEquals']?.['dynamodb:Attributes'] ?? []].flat();
  const only = attributes.length > 0 ? `only ${attributes}` : '';
  const all = [Action].flat().flatMap((action) => [Resource].flat().map((resource) => `${action} ${resource}`));
  return all.flatMap((one) => partitions.map((partition) => [one, partition, only].filter(Boolean).join(' ')));
}

/**
 * Grants of the last release that an existing function loses, and former access that the last release does not need. `own` is what
 * the code of this version needs, `granted` also contains the former access.
 */
export function grantProblems(former: Grants, own: Grants, granted: Grants): string[] {
  const existing = new Set(Object.values(granted).flat());
  const lost = missingFrom(granted, former).filter(({ name }) => existing.has(name));
  const needless = missingFrom(own, granted).filter(({ grant, name }) => !former[grant]?.includes(name));
  return [
    ...lost.map(({ grant, name }) => `${name}: keep "${grant}" until the next release. Add its access to formerAccess.`),
    ...needless.map(({ grant, name }) => `${name}: "${grant}" is no longer needed. Remove its access from formerAccess.`),
  ];
}

/** A grant for all attributes covers one for some of them. */
const missingFrom = (grants: Grants, expected: Grants) =>
  Object.entries(expected).flatMap(([grant, names]) => {
    const holders = [grant, grant.split(' only ')[0] as string].flatMap((one) => grants[one] ?? []);
    return names.filter((name) => !holders.includes(name)).map((name) => ({ grant, name }));
  });

if (import.meta.main) {
  const release = lastRelease(path);
  const former: Grants = release ? JSON.parse(git('show', `${release}:${path}`)) : {};
  const problems = grantProblems(former, recordedGrants(), recordedGrants(formerAccess));
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) {
    process.stderr.write(
      `During a deployment, the code of ${release ?? 'the last release'} runs with the roles of this version. formerAccess is in infra/stacks/functions/functions.ts.\n`,
    );
    process.exitCode = 1;
  }
}
