import { describe, expect, it } from 'vitest';
import { isRobot } from './robots';
import { headerText, truncate } from './truncate';

describe('a text', () => {
  it.each([
    ['', ''],
    ['short', 'short'],
    ['x'.repeat(500), 'x'.repeat(500)],
    ['x'.repeat(100_000), 'x'.repeat(500)],
    ['ü'.repeat(501), 'ü'.repeat(500)],
    [`${'x'.repeat(499)}😀`, `${'x'.repeat(499)}\ufffd`],
  ])('is truncated after its 500th character', (text, kept) => {
    expect(truncate(text)).toBe(kept);
  });
});

const from = (userAgent: string) => new Headers({ 'User-Agent': userAgent });

it('a missing header is read as an empty text', () => {
  expect(headerText(new Headers(), 'Referer')).toBe('');
});

it('a robot is recognised only by the first 500 characters of its user agent', () => {
  expect(isRobot(from(`${'x'.repeat(490)} Slackbot`))).toBe(true);
  expect(isRobot(from(`${'x'.repeat(500)} Slackbot`))).toBe(false);
});
