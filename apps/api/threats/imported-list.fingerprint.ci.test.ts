import { expect, it } from 'vitest';
import { fingerprintHash, fingerprintText } from './imported-list';

const text = ({ high, low }: { high: number; low: number }) =>
  [high, low].map((half) => half.toString(16).padStart(8, '0')).join('');

it('the first half of a fingerprint is the published FNV-1a of the text', () => {
  expect(['', 'a', 'foobar'].map((one) => text(fingerprintText(one)).slice(0, 8))).toEqual([
    '811c9dc5',
    'e40c292c',
    'bf9cf968',
  ]);
});

const TEXTS = 1_000_000;

it(`${TEXTS} similar texts have different fingerprints, and almost all differ in each half`, () => {
  const seen = new Set<string>();
  const halves = [new Set<number>(), new Set<number>()] as const;
  for (let i = 0; i < TEXTS; i++) {
    const fingerprint = fingerprintText(`host-${i}.example/`);
    seen.add(text(fingerprint));
    halves[0].add(fingerprint.high);
    halves[1].add(fingerprint.low);
  }
  expect(seen.size).toBe(TEXTS);
  // Among a million random values of 32 bits about 116 pairs are equal.
  for (const half of halves) expect(half.size).toBeGreaterThan(0.999 * TEXTS);
});

it('the fingerprint of a hash is the first eight bytes of the SHA-256', () => {
  expect(text(fingerprintHash('abc'))).toBe('ba7816bf8f01cfea');
});
