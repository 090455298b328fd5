import { expect, it } from 'vitest';
import { resolves } from './context';

const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

it('resolves returns false if DNS says that a host has no record, and fails if DNS does not respond', async () => {
  expect(await resolves('s.example.com', async () => ({ address: '192.0.2.1' }))).toBe(true);
  expect(await resolves('s.example.com', failing('ENOTFOUND'))).toBe(false);
  await expect(resolves('s.example.com', failing('EAI_AGAIN'))).rejects.toThrow(/DNS does not respond.*EAI_AGAIN/);
});
