import { describe, expect, it } from 'vitest';
import { findReservedReason } from './reserved-reason';
import { reads } from './words';

/** Aliases on both sides of the boundaries of the rules. The reason of a free alias is null. */
const BOUNDARIES: readonly (readonly [alias: string, reason: ReturnType<typeof findReservedReason>, why: string])[] = [
  ['-----', 'system', 'hyphens alone'],
  ['----a', null, 'a letter beside hyphens'],
  ['wells-fargo-trip', 'brand', 'a name with its own hyphens'],
  ['wells--fargo-trip', 'brand', 'a name with one more hyphen'],
  ['wellsfargo-trip', 'brand', 'a name without its hyphen'],
  ['trip-we-lls-fargo', null, 'a name with hyphens elsewhere, beside another word'],
  ['p-a-y-p-a-l-trip', 'brand', 'a name spelled out by letters'],
  ['pa-yp-al-trip', 'brand', 'a name spelled out in pairs of letters'],
  ['d-h-l-trip', null, 'three single letters, which may be chance'],
  ['dhl2024-trip', 'brand', 'a short name with a number'],
  ['trip-dhl2024', 'brand', 'a short name with a number, after another word'],
  ['paypalhelpid', 'brand', 'a name with two suspicious words glued to it'],
  ['paypai-trip', 'brand', 'an i for an l in a coined name'],
  ['emall', null, 'an l for an i makes another word'],
  ['lkea-trip', null, 'an l for an i in a short name, which is read as it is written'],
  ['nsaid', null, 'a token too short to hold a name and a suspicious word'],
  ['gov', null, 'the end of a government host with nothing before it'],
  ['texas-g0v', 'government', 'the end of a government host'],
  ['texas-90v', null, 'too many digits to be read as gov'],
  ['parking-fines-gov', 'government', 'the end of a government host, after two words'],
  ['parking-fines-gov-uk', 'government', 'the end of a government host with its country'],
  ['gov-au-parking', 'government', 'the beginning of a government host'],
  ['secure-login2024', 'malicious', 'a phrase with a number attached to it'],
  ['my-ciaim-prize', 'malicious', 'a phrase with an i for an l'],
  ['you-are-a-wlnner', 'malicious', 'a phrase that holds a filler word, with an l for an i'],
];

it.each(BOUNDARIES)('the alias %s has the reason %s: %s', (alias, reason) => {
  expect(findReservedReason(alias)).toBe(reason);
});

describe('a word with digits for letters', () => {
  it.each([
    ['ooooo', 'oo000', true],
    ['ooooo', 'o0000', false],
    ['ooooo', '00000', false],
    ['oooo', '00oo', true],
    ['oooo', '000o', false],
    ['oo', '0o', true],
    ['oo', '00', false],
    ['office365', 'officeegs', false],
  ])('%s is read from the text %s: %s', (word, typed, isRead) => {
    expect(reads(typed, word, true)).toBe(isRead);
  });
});
