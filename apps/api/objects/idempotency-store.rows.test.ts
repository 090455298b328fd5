/** Tests the rows of Idempotency-Keys in an object: which run has the lease, and which response stays. */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { LEASE_MS, RESPONSE_KEPT_MS } from '#domain/idempotency';
import { NOON } from '#testkit/clock';
import { IdempotencyStore } from './idempotency-store';

const makeSeed = (id: string) => ({ id });
const makeResponse = (body: string) => ({ requestHash: 'hash', status: 201, body });
const keptBytes = ({ kv }: DurableObjectStorage) => kv.get('keptBytes');

/** Runs `act` with a new, empty store. */
const inStore = (act: (store: IdempotencyStore, storage: DurableObjectStorage) => void) =>
  runInDurableObject(env.KEYS.getByName(crypto.randomUUID()), (_, { storage }) =>
    act(new IdempotencyStore(storage), storage),
  );

it('a run whose lease was taken over neither frees nor completes the lease', () =>
  inStore((store) => {
    const takenOverAt = NOON + LEASE_MS;
    store.lease('key', makeSeed('first'), NOON);
    expect(store.lease('key', makeSeed('second'), takenOverAt)).toMatchObject({
      state: 'leased',
      leasedAt: takenOverAt,
    });
    for (const response of [makeResponse('late'), null]) {
      store.settle('key', NOON, response);
      expect(store.lease('key', makeSeed('third'), takenOverAt + 1)).toEqual({ state: 'running' });
    }
    store.settle('key', takenOverAt, makeResponse('good'));
    expect(store.lease('key', makeSeed('third'), takenOverAt + 1)).toEqual({
      state: 'stored',
      response: makeResponse('good'),
    });
  }));

it('a stored response is never replaced', () =>
  inStore((store) => {
    store.lease('key', makeSeed('first'), 0);
    for (const body of ['first', 'second']) store.settle('key', 0, makeResponse(body));
    expect(store.lease('key', makeSeed('other'), 1)).toEqual({ state: 'stored', response: makeResponse('first') });
  }));

it('a lease does not affect the leases of other Idempotency-Keys', () =>
  inStore((store) => {
    for (const key of ['one', 'other']) {
      store.lease(key, makeSeed(key), 0);
      store.settle(key, 0, makeResponse(key));
    }
    expect(store.lease('one', makeSeed('new'), 1)).toEqual({ state: 'stored', response: makeResponse('one') });
    expect(store.lease('third', makeSeed('third'), 1)).toMatchObject({ state: 'leased' });
    expect(store.lease('other', makeSeed('new'), 1)).toEqual({ state: 'stored', response: makeResponse('other') });
  }));

it('a response is deleted exactly a day after its lease, and its bytes are subtracted from the sum', () =>
  inStore((store, storage) => {
    store.lease('key', makeSeed('first'), 0);
    store.settle('key', 0, makeResponse('three bytes: €'));
    expect(keptBytes(storage)).toBe(16);
    expect(store.trim(RESPONSE_KEPT_MS - 1)).toBe(true);
    expect(keptBytes(storage)).toBe(16);
    expect(store.trim(RESPONSE_KEPT_MS)).toBe(false);
    expect(keptBytes(storage)).toBe(0);
  }));
