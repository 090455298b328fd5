/** The messages of the API, compared with a copy of them (specification 3.3). */
import { expect, it } from 'vitest';
import { ERRORS } from './errors';
import { makeEnvelope, Refusal } from './refusal';

/** The statuses and messages of POST /v2/shorten. */
const MESSAGES: [status: number, message: string][] = [
  [400, 'Please provide a valid URL'],
  [400, 'Alias is already taken'],
  [400, 'Alias must be between 3 and 50 characters'],
  [400, 'Password must be between 4 and 100 characters'],
  [400, 'expiresIn must be at least 60 seconds (1 minute)'],
  [400, 'URL shortening is currently disabled'],
  [400, 'Custom aliases are currently disabled on this platform'],
  [400, 'Password protection is currently disabled on this platform'],
  [400, 'URL expiration is currently disabled on this platform'],
  [400, 'This alias is reserved and cannot be used'],
  [400, 'URL appears to be unsafe and cannot be shortened'],
  [401, 'API key required. Pass your key as: Authorization: Bearer <key>'],
  [401, 'Invalid or inactive API key.'],
  [403, 'Your current plan does not include this feature.'],
  [429, 'Rate limit exceeded. Try again in the next minute.'],
  [429, 'Monthly link limit reached.'],
  [429, 'Monthly API call limit reached.'],
  [503, 'Service is temporarily unavailable for maintenance'],
];

const rows = Object.values(ERRORS).map(({ status, message }) => [status, message.replace('{}', '3')]);

it.each(MESSAGES)('the error table has the status %i with the message: %s', (status, message) => {
  expect(rows).toContainEqual([status, message]);
});

it('a message contains its detail unchanged, with dollar signs', () => {
  const refusal = new Refusal('FIELD_NOT_ALLOWED', { detail: "$& $1 $$ $'" });
  expect(makeEnvelope(ERRORS.FIELD_NOT_ALLOWED, refusal, { path: '/', method: 'POST', now: 0 }).message).toBe(
    "$& $1 $$ $' is not allowed",
  );
});
