import { ApiError } from '../../lib/errors.ts';
import { Fault } from '../fault.ts';

type AwsError = Error & { code?: string; cause?: unknown };

/** What an operator can mend, by what the SDK calls it. */
const faults: [RegExp, (error: AwsError, table: string) => string][] = [
  [/ResourceNotFound|TableNotFound/, (_, table) => `There is no table ${table} in this account and region.`],
  [
    /CredentialsProvider|Could not load credentials/,
    () => 'There are no AWS credentials: sign in, or name a profile in AWS_PROFILE.',
  ],
  [/Region is missing/, () => 'There is no region: name the one of the deployment in AWS_REGION.'],
  [
    /ExpiredToken|UnrecognizedClient|InvalidSignature|InvalidAccessKey/,
    ({ message }) => `AWS does not take the credentials: ${message}`,
  ],
  [/AccessDenied|NotAuthorized/, ({ message }) => `The credentials do not suffice: ${message}`],
  [
    /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|TimeoutError/,
    ({ message, code }) => `AWS cannot be reached: ${message || code}`,
  ],
];

/** What its reader can mend, and what the service refuses, becomes one line; any other stays as it is. */
export function explained(error: unknown, table: string): unknown {
  const { cause } = error as AwsError;
  const told = (cause instanceof Error ? cause : error) as AwsError;
  const fault = faults.find(([pattern]) => pattern.test(`${told.name} ${told.code} ${told.message}`));
  if (fault) return new Fault(fault[1](told, table));
  return error instanceof ApiError ? new Fault(error.message) : error;
}
