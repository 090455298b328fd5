import { expect, it } from 'vitest';
import { Failure, formatError } from './failure';

it('formatError returns the first line of a failure, and of an unexpected error', () => {
  expect(formatError(new Failure('No account.\nat session.ts'))).toBe('No account.');
  expect(formatError(new TypeError('x is not a function\nat main.ts'))).toBe('Unexpected error: x is not a function');
});
