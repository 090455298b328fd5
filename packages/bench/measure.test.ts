import { expect, it } from 'vitest';
import { mapSides, roundOf } from './measure';

it('roundOf lets each side follow each of the others once in two rounds, and no side itself', async () => {
  const order: string[] = [];
  const sample = async (side: string) => order.push(side);
  const rounds = [await roundOf(['S', 'F', 'C'], 0, sample), await roundOf(['S', 'F', 'C'], 1, sample)];
  expect(order.join('')).toBe('FSCFCS');
  expect(rounds).toEqual([
    [2, 1, 3],
    [6, 4, 5],
  ]);
});

it('mapSides keeps the order of the sides', () => {
  expect(mapSides(['S', 'F', 'C'], (side, at) => `${side}${at}`)).toEqual(['S0', 'F1', 'C2']);
});
