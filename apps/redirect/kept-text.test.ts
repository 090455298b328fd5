import { describe, expect, it } from 'vitest';
import { headerText, keptText } from './kept-text';
import { isRobot } from './robots';

describe('a text', () => {
  it.each([
    ['', ''],
    ['short', 'short'],
    ['x'.repeat(500), 'x'.repeat(500)],
    ['x'.repeat(100_000), 'x'.repeat(500)],
    ['ü'.repeat(501), 'ü'.repeat(500)],
    [`${'x'.repeat(499)}😀`, `${'x'.repeat(499)}\ufffd`],
  ])('is kept up to its 500th character', (text, kept) => {
    expect(keptText(text)).toBe(kept);
  });
});

const from = (userAgent: string) => new Request('https://s.example.com/', { headers: { 'User-Agent': userAgent } });

it('of a header that is not there is empty', () => {
  expect(headerText(new Request('https://s.example.com/'), 'Referer')).toBe('');
});

it('that is not kept names no robot: statistics and limits judge by the same', () => {
  expect(isRobot(from(`${'x'.repeat(490)} Slackbot`))).toBe(true);
  expect(isRobot(from(`${'x'.repeat(500)} Slackbot`))).toBe(false);
});
