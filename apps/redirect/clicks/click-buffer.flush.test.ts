/** Tests how an isolate flushes its click buffers until the statistics objects have acknowledged the clicks. */
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Batch, decodeClicks } from '#domain/click-batch';
import type { LiveEntry } from '#domain/edge-entry';
import type { Env } from '../env';
import { Visit } from '../visits/request';
import { bufferClick } from './click-buffer';

/** Replaces the method `add` of the statistics object `name`. */
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

/** Makes an isolate whose statistics objects are replaced by `add`. */
function isolate(add: Add, flushMs = '0') {
  const getByName = (name: string) => ({ add: (batches: readonly Batch[]) => add(batches, name) });
  const env = { STATISTICS: { getByName }, GATHER_MS: flushMs } as unknown as Env;
  const flushes: Promise<unknown>[] = [];
  const ctx = { waitUntil: (flush: Promise<unknown>) => void flushes.push(flush) } as unknown as ExecutionContext;
  return {
    click(statistics = 'a:0', headers: Record<string, string> = {}) {
      const request = new Request('https://s.example.com/code', { headers });
      bufferClick(new Visit(request, Date.now()), 'code', entryTo(statistics), env, ctx);
    },
    /** Waits for every flush, even for those that begin meanwhile. @returns their number */
    async ended() {
      for (let at = 0; at < flushes.length; at++) await flushes[at];
      return flushes.splice(0).length;
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
  it('are at most ten thousand of one account and fit into one call, and the number of lost ones is logged', async () => {
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

  it('take no room from other objects while their object fails, until the isolate is full', async () => {
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

it("batches of clicks with the longest texts take at most half of the size of an object's value", async () => {
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
  it.each([1, 12, 23, 24, 25, 100])(
    'leaves no click unsent, even if one comes during each of %i calls',
    async (busy) => {
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
    },
  );

  it('leaves its clicks to the next flush if it ends while the object fails', async () => {
    let sent = 0;
    let failing = 8; // the four calls of a flush, each retried once
    const here = isolate(async (batches) => {
      if (failing-- > 0) await away();
      sent += clicksIn(batches);
    });
    here.click();
    expect([await here.ended(), sent]).toEqual([1, 0]);
    here.click();
    expect([await here.ended(), sent]).toEqual([1, 2]);
  });

  it('doubles its pause after each failure, and resets it after a success', async () => {
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

  it('does not delay another flush if its start is in the future because the clock has stepped back', async () => {
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
    const flushes = await here.ended();
    clock.mockRestore();
    expect([flushes, sent]).toEqual([2, 3]);
  });

  it('ends before the platform ends its request, even if clicks come all the time', async () => {
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
    const flushes = await here.ended();
    clock.mockRestore();
    waiting.mockRestore();
    expect(now / flushes).toBeLessThan(25_000);
  });
});
