import { CommandError, sentence } from '../../apps/ops/commandError.ts';
import { ApiError } from '../../lib/api/errors.ts';

type AwsError = Error & { code?: string; cause?: unknown };

export const noTable = (name: string) =>
  `There is no table ${name} in this account and region. Check the name, AWS_REGION and AWS_PROFILE.`;

const checkNetwork = 'Check the network, AWS_REGION and any AWS_ENDPOINT_URL_… variable that is set.';
const checkOutcome = 'If the command changes something, check whether it did, and run it again if it did not.';

/** Errors that an operator can fix, by their name, code or message in the SDK. */
const fixable: [RegExp, (error: AwsError, table: string) => string][] = [
  [/Waiter has timed out/, () => 'The table is not ready after 12 hours. Run the same command again; it continues.'],
  [
    /ResourceNotFound|TableNotFound/,
    (_, table) =>
      table
        ? noTable(table)
        : 'The table of this deployment does not exist in this account and region. Check AWS_REGION and AWS_PROFILE.',
  ],
  [
    /CredentialsProvider|Could not load credentials/,
    () => 'No AWS credentials were found. Sign in, or set AWS_PROFILE to a profile.',
  ],
  [/Region is missing/, () => 'No AWS region is set. Set AWS_REGION to the region of the deployment.'],
  [
    /ExpiredToken|UnrecognizedClient|InvalidSignature|InvalidAccessKey/,
    ({ message }) => `AWS rejected the credentials: ${sentence(message)} Sign in again, such as with aws sso login.`,
  ],
  [
    /explicit deny in a resource-based policy/,
    () =>
      'This table rejects writes, probably because a restored table replaces it. Pass the table that the service uses now. If it is still this one, let it accept writes again: docs/restore.md, step 9.',
  ],
  [
    /AccessDenied|NotAuthorized/,
    ({ message }) => `The credentials lack a permission: ${sentence(message)} Grant it, or set AWS_PROFILE to another profile.`,
  ],
  [
    /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|did not establish a connection/,
    ({ message, code }) =>
      `AWS cannot be reached: ${sentence(message || `${code}`)} ${checkNetwork} Then run the command again.`,
  ],
  [
    /ETIMEDOUT|TimeoutError/,
    ({ message, code }) => `AWS did not respond: ${sentence(message || `${code}`)} ${checkNetwork} ${checkOutcome}`,
  ],
];

/** Turns what the operator can fix, or the service itself rejects, into a `CommandError`; returns any other error unchanged. */
export function explainAwsError(error: unknown, table: string): unknown {
  if (error instanceof CommandError) return error;
  const { cause } = error as AwsError;
  const original = (cause instanceof Error ? cause : error) as AwsError;
  const match = fixable.find(([pattern]) => pattern.test(`${original.name} ${original.code} ${original.message}`));
  if (match) return new CommandError(match[1](original, table));
  if (!(error instanceof ApiError)) return error;
  return new CommandError(error.code === 'temporarily_unavailable' ? busyTable : error.message);
}

/** The message of the service is about HTTP headers. */
const busyTable = `The table is busy, or a call to it failed. ${checkOutcome}`;
