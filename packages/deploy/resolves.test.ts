import { expect, it } from 'vitest';
import { resolves } from './resolves';

const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

it('takes a host for free where DNS says so, and not where it does not answer', async () => {
  expect(await resolves('s.example.com', async () => ({ address: '192.0.2.1' }))).toBe(true);
  expect(await resolves('s.example.com', failing('ENOTFOUND'))).toBe(false);
  await expect(resolves('s.example.com', failing('EAI_AGAIN'))).rejects.toThrow(/nobody can tell.*EAI_AGAIN/);
});
