/** A tally that is full: what it tells apart already it goes on telling apart. */
import { expect, it } from 'vitest';
import { addClick, addTally, DIMENSIONS, emptyTally, OTHER, type Profile, type Tally } from './tally';

const AT = Date.UTC(2026, 10, 21, 12, 0, 0, 457);
const profileOf = (value: string) => Object.fromEntries(DIMENSIONS.map((name) => [name, value])) as Profile;

/** With so many values in every dimension, each of one click. */
function tallyOf(values: number): Tally {
  const tally = emptyTally();
  for (let i = 0; i < values; i++) addClick(tally, AT, false, profileOf(`value-${i}`));
  return tally;
}

it('counts a known value under its name, and a new one as another', () => {
  const tally = tallyOf(1_000);
  for (const value of ['value-0', 'value-999', 'new']) addClick(tally, AT, false, profileOf(value));
  for (const name of DIMENSIONS) {
    const counts = tally.by[name];
    expect([counts.get('value-0'), counts.get('value-999'), counts.get('new'), counts.get(OTHER)]).toEqual([
      2,
      2,
      undefined,
      1,
    ]);
  }
});

it('takes from another tally what it knows, by name', () => {
  const tally = tallyOf(1_000);
  const other = emptyTally();
  for (const value of ['value-7', 'new']) addClick(other, AT, false, profileOf(value));
  addTally(tally, other);
  const { browser } = tally.by;
  expect([browser.get('value-7'), browser.get('new'), browser.get(OTHER), browser.size]).toEqual([
    2,
    undefined,
    1,
    1_001,
  ]);
});
