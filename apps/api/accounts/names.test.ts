/** Names of accounts: the operator's API and the console accept and refuse the same names. */
import { describe, expect, it } from 'vitest';
import { newDeveloper, signedIn } from '#testkit/browser';
import { createWorld } from '#testkit/world';

const world = createWorld();

const GOOD: [what: string, name: string][] = [
  ['another script', 'Žluť & Söhne 🦜'],
  ['a script from right to left', 'شركة المثال'],
  ['a hundred characters of two UTF-16 code units each', '🦜'.repeat(100)],
  ['one character', 'x'],
];
const BAD: [what: string, name: unknown][] = [
  ['an empty text', ''],
  ['white space alone', ' \u3000 '],
  ['101 characters', 'x'.repeat(101)],
  ['a line feed', 'a\nb'],
  ['a line separator', 'a\u2028b'],
  ['a control character', 'a\u0085b'],
  ['a bidirectional override', '\u202egnp'],
  ['a lone surrogate', '\ud83e'],
];

const create = (name: unknown) => world.admin('POST', '/accounts', { name });

describe('the name of an account', () => {
  it.each(GOOD)('may be %s in the operator’s API and in the console', async (_, name) => {
    const made = await create(name);
    expect(made.status).toBe(201);
    const { id, ...record } = await made.json<{ id: string; name: string }>();
    expect(record.name).toBe(name);
    expect(await (await world.admin('PATCH', `/accounts/${id}`, { name })).json()).toMatchObject({ name });
    expect((await (await signedIn(world, id)).post('/account/name', { name })).status).toBe(303);
  });

  it.each(BAD)('cannot be %s in the operator’s API or in the console', async (_, name) => {
    const { accountId, browser } = await newDeveloper(world);
    for (const response of [create(name), world.admin('PATCH', `/accounts/${accountId}`, { name })])
      expect(await (await response).json()).toMatchObject({
        statusCode: 400,
        message: 'name must be one line of 1 to 100 characters',
      });
    // A form cannot carry a lone surrogate.
    if (name !== '\ud83e') expect((await browser.post('/account/name', { name: String(name) })).status).toBe(400);
  });

  it('is stored without white space at its ends', async () => {
    const made = await create('  Söhne \u3000');
    const { id, ...record } = await made.json<{ id: string; name: string }>();
    expect(record.name).toBe('Söhne');
    expect(await (await world.admin('PATCH', `/accounts/${id}`, { name: ' Töchter ' })).json()).toMatchObject({
      name: 'Töchter',
    });
  });

  it('cannot be anything but a string', async () => {
    for (const name of [5, null, ['x'], {}]) expect((await create(name)).status).toBe(400);
  });
});

it('a new key is refused with 400 if its name is too long, is not printable ASCII, or begins with a space', async () => {
  for (const name of ['Söhne', ' key', 'x'.repeat(101), 'a\nb'])
    expect((await world.admin('POST', '/keys', { name })).status).toBe(400);
});
