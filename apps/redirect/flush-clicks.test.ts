/** How an isolate flushes its click buffers until the statistics objects have acknowledged the clicks. */
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Batch, decodeClicks } from '#domain/click-batch';
import type { LiveEntry } from '#domain/edge-entry';
import { bufferClick } from './buffer-click';
import type { Env } from './env';

/** Stands for `add` of the statistics object `name`. */
type Add = (batches: readonly Batch[], name: string) => Promise<void>;

const entryTo = (statistics: string): LiveEntry => ({
  state: 'live',
  id: 'link',
  version: 1,
  accountId: 'account',
  statistics,
  createdAt: 0,
  target: { location: 'https://example.com/' },
});

/** An isolate with `add` in the place of its statistics objects. */
function isolate(add: Add, flushMs = '0') {
  const getByName = (name: string) => ({ add: (batches: readonly Batch[]) => add(batches, name) });
  const env = { STATISTICS: { getByName }, GATHER_MS: flushMs } as unknown as Env;
  const turns: Promise<unknown>[] = [];
  const ctx = { waitUntil: (turn: Promise<unknown>) => void turns.push(turn) } as unknown as ExecutionContext;
  return {
    click(statistics = 'a:0', headers: Record<string, string> = {}) {
      const request = new Request('https://s.example.com/code', { headers });
      bufferClick({ request, url: new URL(request.url), now: Date.now() }, 'code', entryTo(statistics), env, ctx);
    },
    /** Waits for every flush, also for those that begin meanwhile. Returns their number. */
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

describe('clicks that wait', () => {
  it('are ten thousand of one account at most, fit into one call, and the log says how many were lost', async () => {
    let sent = 0;
    let calls = 0;
    let add: Add = away;
    const here = isolate((batches, name) => add(batches, name));
    for (let i = 0; i < 10_050; i++) here.click();
    await here.ended();
    expect(log.mock.calls.flat().join()).toContain('{"doing":"gather clicks","statistics":"a:0","lost":50}');
    add = async (batches) => {
      calls += 1;
      sent += clicksIn(batches);
    };
    here.click();
    await here.ended();
    expect([sent, calls]).toEqual([10_000, 1]);
    here.click();
    await here.ended();
    expect(sent).toBe(10_001);
  });

  it('for an object that fails take no room from the clicks of others, until the isolate is full', async () => {
    const sent = new Map<string, number>();
    const here = isolate(async (batches, name) => {
      if (name.startsWith('away')) await away();
      sent.set(name, (sent.get(name) ?? 0) + clicksIn(batches));
    });
    for (let i = 0; i < 3 * 10_050; i++) here.click(`away${i % 3}`);
    here.click('b:0');
    await here.ended();
    expect(sent.get('b:0')).toBe(1);
    for (let i = 0; i < 10_050; i++) here.click('away4');
    here.click('b:0');
    await here.ended();
    expect(sent.get('b:0')).toBe(1);
  });
});

it("makes batches of the longest texts that take up half of an object's value at most", async () => {
  const sizes: number[] = [];
  const here = isolate(async (batches) => {
    for (const { clicks } of batches) sizes.push(new TextEncoder().encode(clicks).length);
  });
  for (let i = 0; i < 2_500; i++) {
    here.click('a:0', {
      'User-Agent': `Mozilla/5.0 (${'x'.repeat(200)} ${i}) ${'Y'.repeat(200)}/1.0`,
      Referer: `https://${i}.${'r'.repeat(400)}.example/`,
      'Accept-Language': 'gsw',
    });
  }
  await here.ended();
  expect(sizes).toHaveLength(1);
  expect(Math.max(...sizes)).toBeLessThan(1_000_000);
});

describe('a flush', () => {
  it.each([1, 12, 23, 24, 25, 100])('leaves no click behind where one came during each of %i calls', async (busy) => {
    let sent = 0;
    let calls = 0;
    const here = isolate(async (batches) => {
      calls += 1;
      if (calls <= busy) here.click();
      sent += clicksIn(batches);
    });
    here.click();
    await here.ended();
    expect(sent).toBe(busy + 1);
  });

  it('that ends while the object fails leaves its clicks to the flush that the next click begins', async () => {
    let sent = 0;
    let failing = 8; // the four calls of a flush, each tried twice
    const here = isolate(async (batches) => {
      if (failing-- > 0) await away();
      sent += clicksIn(batches);
    });
    here.click();
    expect([await here.ended(), sent]).toEqual([1, 0]);
    here.click();
    expect([await here.ended(), sent]).toEqual([1, 2]);
  });

  it('doubles its pause after each failure, and begins anew once a call succeeded', async () => {
    const pauses: number[] = [];
    const waiting = vi.spyOn(scheduler, 'wait').mockImplementation(async (ms) => void pauses.push(ms));
    let calls = 0;
    const here = isolate(async () => {
      calls += 1;
      if (calls <= 4 || calls === 6 || calls === 7) await away();
      if (calls < 10) here.click();
    }, '1000');
    here.click();
    await here.ended();
    waiting.mockRestore();
    expect(pauses.slice(0, 5)).toEqual([1_000, 2_000, 4_000, 1_000, 2_000]);
  });

  it('that began later than now, by a clock that stepped back, is not waited for', async () => {
    let now = Date.UTC(2031, 5, 15, 12, 0, 7, 457);
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now);
    let sent = 0;
    const here = isolate(async (batches) => {
      sent += clicksIn(batches);
    });
    here.click();
    here.click();
    now -= 1;
    here.click();
    const turns = await here.ended();
    clock.mockRestore();
    expect([turns, sent]).toEqual([2, 3]);
  });

  it('ends before its request does, even where clicks never cease', async () => {
    let now = 0;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now);
    const waiting = vi.spyOn(scheduler, 'wait').mockImplementation(async (ms) => {
      now += ms;
    });
    const here = isolate(async () => {
      now += 500;
      if (now < 300_000) here.click();
    }, '1000');
    here.click();
    const turns = await here.ended();
    clock.mockRestore();
    waiting.mockRestore();
    expect(now / turns).toBeLessThan(25_000);
  });
});
