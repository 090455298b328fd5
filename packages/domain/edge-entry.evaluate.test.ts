import { describe, expect, it } from 'vitest';
import { EMPTY_DENYLIST } from './denylist';
import { evaluate, type LiveEntry } from './edge-entry';

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

describe('evaluate', () => {
  it('returns blocked for a blocked entry', () => {
    expect(evaluate({ state: 'blocked', version: 1 }, EMPTY_DENYLIST, 5)).toEqual({ outcome: 'blocked' });
  });

  it('returns gone for a gone entry, with the reason of the entry', () => {
    const entry = { state: 'gone', version: 1, reason: 'CLICKS' } as const;
    expect(evaluate(entry, EMPTY_DENYLIST, 5)).toEqual({ outcome: 'gone', reason: 'CLICKS' });
  });

  it('returns live for a live entry, until the last millisecond before it expires', () => {
    for (const entry of [live(), live({ expiresAt: 6 })])
      expect(evaluate(entry, EMPTY_DENYLIST, 5)).toEqual({ outcome: 'live', entry });
  });

  it('returns gone with the reason TIME for an entry that has expired', () => {
    expect(evaluate(live({ expiresAt: 5 }), EMPTY_DENYLIST, 5)).toEqual({ outcome: 'gone', reason: 'TIME' });
  });

  it('returns blocked for an entry of a suspended account or with a denied host, even if it has expired', () => {
    for (const denylist of [denying, suspending])
      expect(evaluate(live({ expiresAt: 5 }), denylist, 5)).toEqual({ outcome: 'blocked' });
  });

  it('returns blocked for a protected entry only if its account is suspended, because it has no host', () => {
    const entry = live({ target: 'protected' });
    expect(evaluate(entry, denying, 5)).toEqual({ outcome: 'live', entry });
    expect(evaluate(entry, suspending, 5)).toEqual({ outcome: 'blocked' });
  });
});
