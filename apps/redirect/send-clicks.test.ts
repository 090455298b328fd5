/** What an isolate does with its clicks until the statistics objects have them. */
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Batch, decodeClicks } from '#domain/click-batch';
import type { LiveRoute } from '#domain/route';
import type { Env } from './env';
import { gather } from './gather';

/** Takes batches of the object `name`, as its `add` does. */
type Add = (batches: readonly Batch[], name: string) => Promise<void>;

const routeTo = (statistics: string): LiveRoute => ({
  state: 'live',
  id: 'link',
  version: 1,
  accountId: 'account',
  statistics,
  createdAt: 0,
  target: { location: 'https://example.com/' },
});

/** An isolate whose statistics objects are `add`. */
function isolate(add: Add) {
  const getByName = (name: string) => ({ add: (batches: readonly Batch[]) => add(batches, name) });
  const env = { STATISTICS: { getByName }, GATHER_MS: '0' } as unknown as Env;
  const turns: Promise<unknown>[] = [];
  const ctx = { waitUntil: (turn: Promise<unknown>) => void turns.push(turn) } as unknown as ExecutionContext;
  return {
    click(statistics = 'a:0', headers: Record<string, string> = {}) {
      const request = new Request('https://s.example.com/code', { headers });
      gather({ request, url: new URL(request.url), now: Date.now() }, 'code', routeTo(statistics), env, ctx);
    },
    /** Waits for every turn that was begun, those that others brought about too. */
    async ended() {
      for (let at = 0; at < turns.length; at++) await turns[at];
      return turns.splice(0).length;
    },
  };
}

const clicksIn = (batches: readonly Batch[]): number =>
  batches.flatMap(({ clicks }) => [...decodeClicks(clicks)]).length;

const away = () => Promise.reject(new Error('Network connection lost.'));

const log = vi.spyOn(console, 'error');
beforeEach(() => void log.mockReset().mockImplementation(() => undefined));
afterAll(() => void log.mockRestore());

describe('what waits', () => {
  it('is ten thousand clicks of one account at most, fits into one call, and says what it lost', async () => {
    let told = 0;
    let calls = 0;
    let add: Add = away;
    const here = isolate((batches, name) => add(batches, name));
    for (let i = 0; i < 10_050; i++) here.click();
    await here.ended();
    expect(log.mock.calls.flat().join()).toContain('{"doing":"gather clicks","statistics":"a:0","lost":50}');
    add = async (batches) => {
      calls += 1;
      told += clicksIn(batches);
    };
    here.click();
    await here.ended();
    expect([told, calls]).toEqual([10_000, 1]);
    here.click();
    await here.ended();
    expect(told).toBe(10_001);
  });

  it('for an object that is away takes no room from the clicks of others, until an isolate is full', async () => {
    const told = new Map<string, number>();
    const here = isolate(async (batches, name) => {
      if (name.startsWith('away')) await away();
      told.set(name, (told.get(name) ?? 0) + clicksIn(batches));
    });
    for (let i = 0; i < 3 * 10_050; i++) here.click(`away${i % 3}`);
    here.click('b:0');
    await here.ended();
    expect(told.get('b:0')).toBe(1);
    for (let i = 0; i < 10_050; i++) here.click('away4');
    here.click('b:0');
    await here.ended();
    expect(told.get('b:0')).toBe(1);
  });
});
