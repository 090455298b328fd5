/** Sparklines: their bars, and the sentence that describes them. */
import { describe, expect, it } from 'vitest';
import { Sparkline } from './chart';

const drawSparkline = (...counts: number[]) => String(Sparkline({ counts, label: 'Clicks' }));
const findBars = (spark: string) => /class="bar" d="([^"]*)"/.exec(spark)?.[1];

describe('a sparkline', () => {
  it('has a bar for each count, the highest at full height', () => {
    expect(findBars(drawSparkline(6, 3, 12))).toBe('M0 24v-12h3v12zM4 24v-6h3v6zM8 24v-24h3v24z');
  });

  it('has a visible bar for 1 beside a million, and a stub for 0', () => {
    const spark = drawSparkline(1, 0, 1_000_000);
    expect(findBars(spark)).toMatch(/^M0 24v-2h3v2zM8 24v-24/);
    expect(spark).toContain('class="stub" d="M4 24v-1h3v1z"');
  });

  it('has a description in one sentence', () => {
    expect(drawSparkline(4, 0, 5)).toContain('aria-label="Clicks: 9, at most 5 a day."');
    expect(drawSparkline(0, 0)).toContain('aria-label="Clicks: none."');
  });

  it.each([[[]], [[0]], [[7]]])('of the counts %j has numbers only', (counts) => {
    expect(drawSparkline(...counts)).not.toMatch(/NaN|Infinity|undefined|-\d+ \d+ \d+"/);
  });
});
