import { expect, it } from 'vitest';
import { checkJurisdiction } from './jurisdiction';
import { objectNamed } from './object-named';

/** Namespaces whose objects are texts that show their jurisdiction and name. workerd itself knows no jurisdictions. */
const objectsOf = (place: string) =>
  ({
    getByName: (name: string) => `${place} ${name}`,
    jurisdiction: (text: string) => objectsOf(text),
  }) as unknown as DurableObjectNamespace;

it('an object is in the namespace without a jurisdiction, unless one is set', () => {
  expect(objectNamed({}, objectsOf('anywhere'), 'one')).toBe('anywhere one');
  expect(objectNamed({ JURISDICTION: '' }, objectsOf('anywhere'), 'one')).toBe('anywhere one');
  expect(objectNamed({ JURISDICTION: 'eu' }, objectsOf('anywhere'), 'one')).toBe('eu one');
});

it.each(['EU', 'us', 'europe', ' '])('the jurisdiction %j is refused before a worker starts', (text) => {
  expect(() => checkJurisdiction({ JURISDICTION: text })).toThrow(/JURISDICTION must be "eu"/);
});

it.each([undefined, '', 'eu'])('a worker starts with the jurisdiction %j', (text) => {
  expect(() => checkJurisdiction(text === undefined ? {} : { JURISDICTION: text })).not.toThrow();
});
