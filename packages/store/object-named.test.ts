import { expect, it } from 'vitest';
import { checkJurisdiction } from './jurisdiction';
import { objectNamed } from './object-named';

/** Objects as they are named, each by what made it. workerd itself knows no jurisdictions. */
const objectsOf = (place: string) =>
  ({
    getByName: (name: string) => `${place} ${name}`,
    jurisdiction: (text: string) => objectsOf(text),
  }) as unknown as DurableObjectNamespace;

it('keeps the object of a name anywhere, unless a jurisdiction is set', () => {
  expect(objectNamed({}, objectsOf('anywhere'), 'one')).toBe('anywhere one');
  expect(objectNamed({ JURISDICTION: '' }, objectsOf('anywhere'), 'one')).toBe('anywhere one');
  expect(objectNamed({ JURISDICTION: 'eu' }, objectsOf('anywhere'), 'one')).toBe('eu one');
});

it.each(['EU', 'us', 'europe', ' '])('refuses %j before a worker starts', (text) => {
  expect(() => checkJurisdiction({ JURISDICTION: text })).toThrow(/JURISDICTION must be "eu"/);
});

it.each([undefined, '', 'eu'])('starts with %j', (text) => {
  expect(() => checkJurisdiction(text === undefined ? {} : { JURISDICTION: text })).not.toThrow();
});
