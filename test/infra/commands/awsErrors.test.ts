import { expect, test } from '@jest/globals';
import { explainAwsError } from '../../../infra/commands/awsErrors.ts';
import { unavailable } from '../../../lib/api/errors.ts';

const named = (name: string, message: string) => Object.assign(new Error(message), { name });
const denied = 'User: arn:aws:iam::1:user/ada is not authorized to perform: dynamodb:PutItem on resource: table/old';

test.each<[string, Error, RegExp]>([
  [
    'a policy of the table',
    named('AccessDeniedException', `${denied} with an explicit deny in a resource-based policy`),
    /service uses now\. If it is still this one, .*step 9\.$/,
  ],
  ['a missing permission', named('AccessDeniedException', denied), /^The credentials lack a permission: User: /],
  ['a table that is busy', unavailable(), /^The table is busy, or a call to it failed\. .*, and run it again if it did not\.$/],
  [
    'a wait',
    named('TimeoutError', '{"state":"TIMEOUT","reason":"Waiter has timed out"}'),
    /^The table is not ready after 12 hours/,
  ],
  [
    'a connection that does not open',
    named('TimeoutError', 'the request socket did not establish a connection within 10000 ms.'),
    /^AWS cannot be reached: The request socket .* ms\. Check the network/i,
  ],
  ['a network', named('TimeoutError', 'timed out'), /^AWS did not respond: timed out\. .* check whether it did/],
])('explains %s', (_, error, message) => {
  expect(explainAwsError(error, 'old')).toMatchObject({ message: expect.stringMatching(message) });
});
