import { expect, it } from 'vitest';
import { formatTable, inTurn } from './comparison';

it('the two sides take turns, and neither follows itself', async () => {
  const order: string[] = [];
  const sample = (side: string) => async () => order.push(side);
  expect(await inTurn(2, sample('product'), sample('floor'))).toEqual([
    [2, 1],
    [4, 3],
  ]);
  expect(order).toEqual(['floor', 'product', 'floor', 'product']);
});

it('the table has medians with their unit, the median of the ratios, their middle half, and the other side', () => {
  const pairs = [
    [120, 100],
    [150, 100],
    [400, 200],
  ] as const;
  const single = { work: 'memory', unit: 'MiB', against: 'a constant 302', pairs: [[3, 2]] } as const;
  const rows = formatTable([{ work: 'a visit', unit: 'µs', against: 'a KV read', pairs }, single]).split('\n');
  expect(rows.map((row) => row.replaceAll(/ +/g, ' '))).toEqual([
    '| work | product | compared | ratio | middle half of rounds | compared with |',
    expect.stringMatching(/^\| -+ \|/),
    '| a visit | 150 µs | 100 µs | 1.50 | 1.35–1.75 of 3 | a KV read |',
    '| memory | 3.00 MiB | 2.00 MiB | 1.50 | | a constant 302 |',
    '',
  ]);
});
