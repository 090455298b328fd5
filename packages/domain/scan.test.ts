import { expect, it } from 'vitest';
import { scanAddressOf } from './scan';

it('scanAddressOf adds the mark of a scan to the short address', () => {
  expect(scanAddressOf('https://s.example.com/3ud92su')).toBe('https://s.example.com/3ud92su?qr=1');
});
