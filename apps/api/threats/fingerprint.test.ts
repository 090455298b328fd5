import { expect, it } from 'vitest';
import { fingerprintOf, hashFingerprintOf } from './fingerprint';

const text = ({ high, low }: { high: number; low: number }) =>
  [high, low].map((half) => half.toString(16).padStart(8, '0')).join('');

it('the first half is the published FNV-1a of a text', () => {
  expect(['', 'a', 'foobar'].map((one) => text(fingerprintOf(one)).slice(0, 8))).toEqual([
    '811c9dc5',
    'e40c292c',
    'bf9cf968',
  ]);
});

it('a million similar texts have a million fingerprints, and both halves vary', () => {
  const seen = new Set<string>();
  const halves = [new Set<number>(), new Set<number>()] as const;
  for (let i = 0; i < 1_000_000; i++) {
    const fingerprint = fingerprintOf(`host-${i}.example/`);
    seen.add(text(fingerprint));
    halves[0].add(fingerprint.high);
    halves[1].add(fingerprint.low);
  }
  expect(seen.size).toBe(1_000_000);
  // Of a million among 2^32, about 116 pairs meet by chance.
  for (const half of halves) expect(half.size).toBeGreaterThan(999_000);
});

it('the fingerprint of a hash is the first eight bytes of SHA-256', () => {
  expect(text(hashFingerprintOf('abc'))).toBe('ba7816bf8f01cfea');
});
