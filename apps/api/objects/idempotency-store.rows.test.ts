/** Tests the rows of Idempotency-Keys in an object: which run has the lease, and which response stays. */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { LEASE_MS, RESPONSE_KEPT_MS } from '#domain/idempotency';
import { IdempotencyStore } from './idempotency-store';

const drawOf = (id: string) => ({ id });
const answerOf = (body: string) => ({ requestHash: 'hash', status: 201, body });
const keptBytes = ({ kv }: DurableObjectStorage) => kv.get('keptBytes');

/** Runs `act` with a new, empty store. */
const inStore = (act: (store: IdempotencyStore, storage: DurableObjectStorage) => void) =>
  runInDurableObject(env.KEYS.getByName(crypto.randomUUID()), (_, { storage }) =>
    act(new IdempotencyStore(storage), storage),
  );

it('a run whose lease was taken over neither frees nor completes the lease', () =>
  inStore((store) => {
    store.lease('key', drawOf('first'), 0);
    expect(store.lease('key', drawOf('second'), LEASE_MS)).toMatchObject({ state: 'leased', leasedAt: LEASE_MS });
    for (const answer of [answerOf('late'), null]) {
      store.settle('key', 0, answer);
      expect(store.lease('key', drawOf('third'), LEASE_MS + 1)).toEqual({ state: 'running' });
    }
    store.settle('key', LEASE_MS, answerOf('good'));
    expect(store.lease('key', drawOf('third'), LEASE_MS + 1)).toEqual({ state: 'answered', answer: answerOf('good') });
  }));

it('a stored response is never replaced', () =>
  inStore((store) => {
    store.lease('key', drawOf('first'), 0);
    for (const body of ['first', 'second']) store.settle('key', 0, answerOf(body));
    expect(store.lease('key', drawOf('other'), 1)).toEqual({ state: 'answered', answer: answerOf('first') });
  }));

it('a lease does not affect the leases of other Idempotency-Keys', () =>
  inStore((store) => {
    for (const key of ['one', 'other']) {
      store.lease(key, drawOf(key), 0);
      store.settle(key, 0, answerOf(key));
    }
    expect(store.lease('one', drawOf('new'), 1)).toEqual({ state: 'answered', answer: answerOf('one') });
    expect(store.lease('third', drawOf('third'), 1)).toMatchObject({ state: 'leased' });
    expect(store.lease('other', drawOf('new'), 1)).toEqual({ state: 'answered', answer: answerOf('other') });
  }));

it('a response is deleted exactly a day after its lease, and its bytes are subtracted from the sum', () =>
  inStore((store, storage) => {
    store.lease('key', drawOf('first'), 0);
    store.settle('key', 0, answerOf('three bytes: €'));
    expect(keptBytes(storage)).toBe(16);
    expect(store.trim(RESPONSE_KEPT_MS - 1)).toBe(true);
    expect(keptBytes(storage)).toBe(16);
    expect(store.trim(RESPONSE_KEPT_MS)).toBe(false);
    expect(keptBytes(storage)).toBe(0);
  }));
