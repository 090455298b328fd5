/** Charges and refunds of links. Both belong to a month, and no count falls below 0. */
import { describe, expect, it } from 'vitest';
import { type Count, chargeLinks, NO_COUNT, refundLinks, toMonthIndex } from './meter';

const NOW = Date.UTC(2026, 10, 21, 12, 0, 0, 457);
const MONTH = toMonthIndex(NOW);
const countWith = (links: number): Count => ({ ...NO_COUNT, month: MONTH, links, lastAt: NOW });

describe('a charge of links', () => {
  it.each([
    [3, 0, 5, 3, 3],
    [3, 4, 5, 1, 5],
    [3, 5, 5, 0, 5],
    [3, 9, 5, 0, 9],
    [3, 0, 0, 0, 0],
  ])(
    '(%i requested, %i used of a quota of %i) grants %i, and leaves %i used',
    (requested, used, quota, granted, links) => {
      const charged = chargeLinks(countWith(used), requested, quota, NOW + 1);
      expect([charged.granted, charged.count.links]).toEqual([granted, links]);
    },
  );

  it('begins from 0 in another month', () => {
    const charged = chargeLinks(countWith(5), 2, 5, Date.UTC(2026, 11, 1));
    expect([charged.granted, charged.count.links, charged.count.month]).toEqual([2, 2, MONTH + 1]);
  });
});

describe('a refund of links', () => {
  it.each([
    [5, 2, MONTH, 3],
    [1, 2, MONTH, 0],
    [5, 2, MONTH - 1, 5],
    [5, 2, MONTH + 1, 5],
  ])('(%i used, %i refunded to month %i) leaves %i used', (used, links, month, left) => {
    expect(refundLinks(countWith(used), links, month).links).toBe(left);
  });
});
