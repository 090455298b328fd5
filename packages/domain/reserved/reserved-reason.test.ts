import { describe, expect, it } from 'vitest';
import { reads } from './confusable-form';
import { reservedReason } from './reserved-reason';

/** Aliases at the borders of the rules: on which side each falls. */
const BORDERS: readonly (readonly [alias: string, reason: ReturnType<typeof reservedReason>, why: string])[] = [
  ['wells-fargo-trip', 'brand', 'a name in the parts that it is written in'],
  ['wells--fargo-trip', 'brand', 'with a hyphen more'],
  ['wellsfargo-trip', 'brand', 'in one'],
  ['trip-we-lls-fargo', null, 'in other parts beside another word'],
  ['p-a-y-p-a-l-trip', 'brand', 'spelled out'],
  ['pa-yp-al-trip', 'brand', 'spelled out in pairs'],
  ['d-h-l-trip', null, 'three letters, which are chance'],
  ['dhl2024-trip', 'brand', 'a short name with a number'],
  ['paypai-trip', 'brand', 'an i for an l in a word that was coined'],
  ['emall', null, 'an l for an i makes another word'],
  ['lkea-trip', null, 'a short name is read as it is written'],
  ['nsaid', null, 'a token too short to be looked into'],
  ['texas-g0v', 'government', 'the end of a host of a state'],
  ['texas-90v', null, 'numbers first'],
  ['parking-fines-gov', 'government', 'the end of a host, behind two words'],
  ['parking-fines-gov-uk', 'government', 'with its country'],
  ['gov-au-parking', 'government', 'the beginning of a host of a state'],
  ['secure-login2024', 'malicious', 'a phrase with a number glued to it'],
  ['my-ciaim-prize', 'malicious', 'a phrase with an i for an l'],
];

it.each(BORDERS)('%s is %s: %s', (alias, reason) => {
  expect(reservedReason(alias)).toBe(reason);
});

describe('a word that is typed with numbers', () => {
  it.each([
    ['ooooo', 'oo000', true],
    ['ooooo', 'o0000', false],
    ['ooooo', '00000', false],
    ['oooo', '00oo', true],
    ['oooo', '000o', false],
    ['oo', '0o', true],
    ['oo', '00', false],
    ['office365', 'officeegs', false],
  ])('%s is read from %s: %s', (word, typed, isRead) => {
    expect(reads(typed, word, true)).toBe(isRead);
  });
});
