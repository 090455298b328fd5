/** Tests the retries of object calls and of statements: which failures cause retries, and how many. */
import { describe, expect, it } from 'vitest';
import { withRetry } from './faults';
import { callObject, checkJurisdiction, ObjectUnreachable, objectNamed } from './objects';

/** A call that always fails with `error`, and its count. */
function failing(error: unknown) {
  const calls = { count: 0 };
  const call = async (): Promise<never> => {
    calls.count += 1;
    throw error;
  };
  return { calls, call };
}

const fault = (message: string, more = {}) => Object.assign(new Error(message), more);

describe('a call of an object', () => {
  it.each([
    ['fails', {}, false, 1],
    ['fails and is repeatable', {}, true, 2],
    ['fails and is reported as retryable', { retryable: true }, false, 2],
    ['finds the object overloaded', { overloaded: true }, true, 1],
    ['finds the object overloaded and is reported as retryable', { overloaded: true, retryable: true }, true, 1],
  ])('that %s (%o, repeatable: %s) has %i attempts', async (_, more, repeatable, times) => {
    const { calls, call } = failing(fault('Network connection lost.', more));
    await expect(callObject(() => ({}), call, { repeatable })).rejects.toThrow(ObjectUnreachable);
    expect(calls.count).toBe(times);
  });

  it('has a new stub in each attempt', async () => {
    const stubs: object[] = [];
    const stub = () => {
      stubs.push({});
      return stubs.at(-1) as object;
    };
    const used: object[] = [];
    const response = await callObject(
      stub,
      async (one) => {
        if (used.push(one) === 1) throw new Error('Network connection lost.');
        return 'response';
      },
      { repeatable: true },
    );
    expect([response, new Set(used).size, stubs.length]).toEqual(['response', 2, 2]);
  });
});

describe('withRetry', () => {
  it.each([
    ['D1_ERROR: Network connection lost.', 3],
    ['D1_ERROR: storage caused object to be reset.', 3],
    ['D1_ERROR: D1 DB is overloaded. Requests queued for too long.', 1],
    ['D1_ERROR: UNIQUE constraint failed: links.code: SQLITE_CONSTRAINT', 1],
    ['something else', 1],
  ])('runs a statement that fails with %s %i times', async (message, times) => {
    const { calls, call } = failing(fault('Failed query', { cause: fault(message) }));
    await expect(withRetry(call)).rejects.toThrow('Failed query');
    expect(calls.count).toBe(times);
  });
});

/** Namespaces whose objects are texts that show their jurisdiction and name. workerd itself knows no jurisdictions. */
const makeObjects = (place: string) =>
  ({
    getByName: (name: string) => `${place} ${name}`,
    jurisdiction: (text: string) => makeObjects(text),
  }) as unknown as DurableObjectNamespace;

it('an object is in the namespace without a jurisdiction, unless one is set', () => {
  expect(objectNamed({}, makeObjects('anywhere'), 'one')).toBe('anywhere one');
  expect(objectNamed({ JURISDICTION: '' }, makeObjects('anywhere'), 'one')).toBe('anywhere one');
  expect(objectNamed({ JURISDICTION: 'eu' }, makeObjects('anywhere'), 'one')).toBe('eu one');
});

it.each(['EU', 'us', 'europe', ' '])('the jurisdiction %j is refused before a worker starts', (text) => {
  expect(() => checkJurisdiction({ JURISDICTION: text })).toThrow(/JURISDICTION must be "eu"/);
});

it.each([undefined, '', 'eu'])('a worker starts with the jurisdiction %j', (text) => {
  expect(() => checkJurisdiction(text === undefined ? {} : { JURISDICTION: text })).not.toThrow();
});
