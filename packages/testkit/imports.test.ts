import { expect, it } from 'vitest';
import { cyclesIn, specifiersIn } from './imports';

it.each<[string, ReturnType<typeof specifiersIn>]>([
  ["import { a } from './a';", [{ specifier: './a', kind: 'value' }]],
  ["import {\n  type A,\n  b,\n} from './a';", [{ specifier: './a', kind: 'value' }]],
  ["import './a';", [{ specifier: './a', kind: 'value' }]],
  ["import type { A } from './a';", [{ specifier: './a', kind: 'type' }]],
  ["export type { A } from './a';", [{ specifier: './a', kind: 'type' }]],
  ["export { a } from './a';", [{ specifier: './a', kind: 'value' }]],
  ["export * from './a';", [{ specifier: './a', kind: 'value' }]],
  ["const { a } = await import('./a');", [{ specifier: './a', kind: 'lazy' }]],
  ["let a: typeof import('./a');", [{ specifier: './a', kind: 'lazy' }]],
  ["export const a = 'b';\nimport { c } from 'd';", [{ specifier: 'd', kind: 'value' }]],
])('specifiersIn finds the imports of %j', (source, seen) => {
  expect(specifiersIn(source)).toEqual(seen);
});

it.each([
  ['a>b b>c', ''],
  ['a>a', 'a>a'],
  ['a>b b>c c>b', 'b>c>b'],
  ['a>b a>c b>d c>d', ''],
  ['a>b b>a c>d d>c', 'a>b>a c>d>c'],
])('cyclesIn finds in the graph %s the cycles “%s”', (arrows, cycles) => {
  const found = cyclesIn(arrows.split(' ').map((arrow) => arrow.split('>') as [string, string]));
  expect(found.map((path) => path.join('>')).join(' ')).toBe(cycles);
});
