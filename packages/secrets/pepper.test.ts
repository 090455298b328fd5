import { describe, expect, it } from 'vitest';
import { pepperIdOf, pepperNamed, readPeppers } from './pepper';

const A = 'a'.repeat(32);
const B = 'b'.repeat(32);

describe('the peppers of an environment', () => {
  it('are the current one and the former one, which may be missing or empty', () => {
    expect(readPeppers({ PEPPER: A })).toEqual({ current: A, previous: null });
    expect(readPeppers({ PEPPER: A, PEPPER_PREVIOUS: '' })).toEqual({ current: A, previous: null });
    expect(readPeppers({ PEPPER: A, PEPPER_PREVIOUS: B })).toEqual({ current: A, previous: B });
  });

  it('may be equal', () => {
    expect(readPeppers({ PEPPER: A, PEPPER_PREVIOUS: A })).toEqual({ current: A, previous: A });
  });

  it.each([
    [{}, /^Configuration: PEPPER is missing/],
    [{ PEPPER: A.slice(1), PEPPER_PREVIOUS: B }, /^Configuration: PEPPER is missing or shorter/],
    [{ PEPPER: A, PEPPER_PREVIOUS: B.slice(1) }, /^Configuration: PEPPER_PREVIOUS is shorter/],
  ])('are refused with an error of one line that contains no pepper: %j', (env, line) => {
    expect(() => readPeppers(env)).toThrow(line);
    expect(() => readPeppers(env)).not.toThrow(/aaa|bbb|\n/);
  });
});

it('each pepper has an id of eight characters, by which pepperNamed finds only that pepper', async () => {
  const [a, b] = [await pepperIdOf(A), await pepperIdOf(B)];
  expect([a, b]).toEqual([expect.stringMatching(/^[\w-]{8}$/), expect.stringMatching(/^[\w-]{8}$/)]);
  const peppers = { current: A, previous: B };
  expect([await pepperNamed(a, peppers), await pepperNamed(b, peppers)]).toEqual([A, B]);
  expect([await pepperNamed(b, { current: A, previous: null }), await pepperNamed('', peppers)]).toEqual([null, null]);
});
