/** Sparklines: their bars, and the sentence that describes them. */
import { describe, expect, it } from 'vitest';
import { Sparkline } from './chart';

const drawSparkline = (...counts: number[]) => String(Sparkline({ counts, label: 'Clicks' }));
const findBars = (spark: string) => /class="bar" d="([^"]*)"/.exec(spark)?.[1];

describe('a sparkline', () => {
  it('has a bar for each count, the highest at full height', () => {
    expect(findBars(drawSparkline(6, 3, 12))).toBe('M0 24V12h3V24h1V18h3V24h1V0h3V24h1');
  });

  it('has a visible bar for 1 beside a million, and a stub for 0', () => {
    const spark = drawSparkline(1, 0, 1_000_000);
    expect(findBars(spark)).toBe('M0 24V22h3V24h1h4V0h3V24h1');
    expect(spark).toContain('class="stub" d="M0 23.5H11"');
  });

  it('has a description in one sentence', () => {
    expect(drawSparkline(4, 0, 5)).toContain('aria-label="Clicks: 9, at most 5 a day."');
    expect(drawSparkline(0, 0)).toContain('aria-label="Clicks: none."');
  });

  it.each([[[]], [[0]], [[7]]])('of the counts %j has numbers only', (counts) => {
    expect(drawSparkline(...counts)).not.toMatch(/NaN|Infinity|undefined|-\d+ \d+ \d+"/);
  });
});
