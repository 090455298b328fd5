import { expect, it } from 'vitest';
import { perIsolate } from './per-isolate';

it('perIsolate makes one value for each environment', () => {
  let made = 0;
  const numberOf = perIsolate(() => ({ number: ++made }));
  const [here, there] = [{}, {}];
  expect([numberOf(here), numberOf(there), numberOf(here)].map(({ number }) => number)).toEqual([1, 2, 1]);
});

it('perIsolate makes the value again after an error', () => {
  let calls = 0;
  const callsOf = perIsolate(() => {
    calls += 1;
    if (calls === 1) throw new Error('a secret is missing');
    return calls;
  });
  const env = {};
  expect(() => callsOf(env)).toThrow('a secret is missing');
  expect(callsOf(env)).toBe(2);
});
