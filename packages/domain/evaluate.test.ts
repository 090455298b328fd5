import { describe, expect, it } from 'vitest';
import { EMPTY_DENYLIST } from './denylist';
import type { LiveEntry } from './edge-entry';
import { evaluate } from './evaluate';

const live = (more: Partial<LiveEntry> = {}): LiveEntry => ({
  state: 'live',
  id: 'link',
  version: 1,
  accountId: 'account',
  statistics: 'account:0',
  createdAt: 1,
  target: { location: 'https://evil.example/path' },
  ...more,
});
const denying = { accounts: new Set<string>(), hosts: new Set(['evil.example']) };
const suspending = { accounts: new Set(['account']), hosts: new Set<string>() };

describe('a visit to an entry', () => {
  it('that is blocked is blocked', () => {
    expect(evaluate({ state: 'blocked', version: 1 }, EMPTY_DENYLIST, 5)).toEqual({ outcome: 'blocked' });
  });

  it('that is gone is gone for the same reason', () => {
    const entry = { state: 'gone', version: 1, reason: 'CLICKS' } as const;
    expect(evaluate(entry, EMPTY_DENYLIST, 5)).toEqual({ outcome: 'gone', reason: 'CLICKS' });
  });

  it('that is live is live, to the last millisecond before its end', () => {
    for (const entry of [live(), live({ expiresAt: 6 })])
      expect(evaluate(entry, EMPTY_DENYLIST, 5)).toEqual({ outcome: 'live', entry });
  });

  it('whose end has come is gone by time', () => {
    expect(evaluate(live({ expiresAt: 5 }), EMPTY_DENYLIST, 5)).toEqual({ outcome: 'gone', reason: 'TIME' });
  });

  it('of a suspended account, or to a denied host, is blocked even after its end', () => {
    for (const denylist of [denying, suspending])
      expect(evaluate(live({ expiresAt: 5 }), denylist, 5)).toEqual({ outcome: 'blocked' });
  });

  it('that is protected has no host to deny, and is blocked with its account', () => {
    const entry = live({ target: 'protected' });
    expect(evaluate(entry, denying, 5)).toEqual({ outcome: 'live', entry });
    expect(evaluate(entry, suspending, 5)).toEqual({ outcome: 'blocked' });
  });
});
