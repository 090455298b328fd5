import { describe, expect, it } from 'vitest';
import {
  decideLease,
  type Idempotency,
  KEPT_BYTES,
  KEPT_BYTES_AT_MOST,
  LEASE_MS,
  RESPONSE_KEPT_MS,
} from './idempotency';

const RESPONSE = { requestHash: 'hash', status: 201, body: '{}' };
const LEASED_AT = 1_000;
const FIRST = { id: 'first' };
const SECOND = { id: 'second' };

const running: Idempotency = { leasedAt: LEASED_AT, seed: FIRST, response: null };
const stored: Idempotency = { ...running, response: RESPONSE };

it('an unknown key is leased with the seed of the request', () => {
  expect(decideLease(null, SECOND, 5)).toEqual({ state: 'leased', leasedAt: 5, seed: SECOND });
});

describe('a key without a response', () => {
  it('is running until the last millisecond of its lease', () => {
    expect(decideLease(running, SECOND, LEASED_AT + LEASE_MS - 1)).toEqual({ state: 'running' });
  });

  it('is leased again once the lease is over, with the seed of the first run', () => {
    const now = LEASED_AT + LEASE_MS;
    expect(decideLease(running, SECOND, now)).toEqual({ state: 'leased', leasedAt: now, seed: FIRST });
  });

  it('is leased after a day with the seed of the new request', () => {
    const now = LEASED_AT + RESPONSE_KEPT_MS;
    expect(decideLease(running, SECOND, now)).toEqual({ state: 'leased', leasedAt: now, seed: SECOND });
  });
});

describe('a key with a response', () => {
  it.each([LEASED_AT, LEASED_AT + LEASE_MS, LEASED_AT + RESPONSE_KEPT_MS - 1])('gives its response at %i', (now) => {
    expect(decideLease(stored, SECOND, now)).toEqual({ state: 'stored', response: RESPONSE });
  });

  it('is leased after a day with the seed of the new request', () => {
    const now = LEASED_AT + RESPONSE_KEPT_MS;
    expect(decideLease(stored, SECOND, now)).toEqual({ state: 'leased', leasedAt: now, seed: SECOND });
  });
});

it('a response is stored for a day, a lease lasts a minute, and the limits of stored bytes are 256 and 512 MiB', () => {
  expect([RESPONSE_KEPT_MS, LEASE_MS]).toEqual([24 * 60 * 60_000, 60_000]);
  expect([KEPT_BYTES, KEPT_BYTES_AT_MOST]).toEqual([268_435_456, 536_870_912]);
});
