/** Tests the click buffers of an isolate: how many clicks they hold, and for how long. */
import { describe, expect, it } from 'vitest';
import type { Env } from '../env';
import type { Click } from './click';
import { acknowledge, type ClickBuffer, dropEmpty, push, takeClicks } from './click-buffer';

/** Returns a click with these texts. */
const clickWith = (text: string): Click => ({
  at: 0,
  linkId: 'link',
  code: 'code',
  query: text,
  address: '',
  isPrivate: false,
  traits: `${text}${text}`,
});
const CLICK = clickWith('');
const LONG_CLICK = clickWith('x'.repeat(500));

const newIsolate = () => ({}) as Env;

/** Pushes `count` clicks for one object. @returns the buffer */
function pushMany(count: number, statistics: string, env: Env, click = CLICK): ClickBuffer {
  for (let i = 1; i < count; i++) push(click, statistics, env);
  return push(click, statistics, env);
}

/** Flushes a buffer as a request does if its call of the object succeeds. */
function flush(buffer: ClickBuffer, env: Env): void {
  const count = takeClicks(buffer, env).length;
  buffer.batches = [{ id: crypto.randomUUID(), clicks: '', visitors: [], count, kinds: {} }];
  acknowledge(buffer.batches, buffer, env);
}

describe('an isolate', () => {
  it('buffers any number of clicks of one account, as long as they are acknowledged', () => {
    const env = newIsolate();
    for (let round = 0; round < 20; round++) {
      const buffer = pushMany(10_000, 'a:0', env);
      expect([buffer.waiting, buffer.lost]).toEqual([10_000, 0]);
      flush(buffer, env);
      expect([buffer.waiting, buffer.batches]).toEqual([0, []]);
    }
  });

  it('buffers clicks of any number of accounts, as long as they are acknowledged', () => {
    const env = newIsolate();
    for (let round = 0; round < 20; round++) {
      const buffer = pushMany(5_000, `account${round}:0`, env);
      expect(buffer.lost).toBe(0);
      flush(buffer, env);
    }
  });

  it('buffers any number of clicks with long texts, as long as they are acknowledged', () => {
    const env = newIsolate();
    for (let round = 0; round < 20; round++) {
      const buffer = pushMany(5_000, `account${round}:0`, env, LONG_CLICK);
      expect(buffer.lost).toBe(0);
      flush(buffer, env);
    }
  });

  it('has room again for exactly as many clicks as were acknowledged', () => {
    const env = newIsolate();
    const first = pushMany(10_000, 'a:0', env);
    for (const other of ['b:0', 'c:0', 'd:0']) pushMany(10_000, other, env);
    expect(push(CLICK, 'e:0', env).lost).toBe(1);
    flush(first, env);
    expect(pushMany(9_999, 'e:0', env)).toMatchObject({ waiting: 9_999, lost: 1 });
    expect(push(CLICK, 'f:0', env).lost).toBe(0);
    expect(push(CLICK, 'f:0', env).lost).toBe(1);
  });

  it('counts clicks that were sent and not acknowledged as waiting', () => {
    const env = newIsolate();
    const buffer = pushMany(10_000, 'a:0', env);
    const [answered, lost] = [
      { id: 'x', clicks: '', visitors: [], count: 4_000, kinds: {} },
      { id: 'y', clicks: '', visitors: [] },
    ];
    takeClicks(buffer, env);
    buffer.batches = [answered, { ...lost, count: 6_000, kinds: {} }];
    acknowledge([answered], buffer, env);
    expect(buffer).toMatchObject({ waiting: 6_000, batches: [{ id: 'y' }] });
  });
});

describe('the buffer of an account', () => {
  it('is dropped once all its clicks are acknowledged and no request flushes it', () => {
    const env = newIsolate();
    const buffer = push(CLICK, 'a:0', env);
    flush(buffer, env);
    dropEmpty('a:0', buffer, env);
    expect(push(CLICK, 'a:0', env)).not.toBe(buffer);
  });

  it.each<[string, (buffer: ClickBuffer) => void]>([
    ['a click waits', () => undefined],
    [
      'a request flushes it',
      (buffer) => {
        buffer.waiting = 0;
        buffer.flushingUntil = 1;
      },
    ],
  ])('stays while %s', (_, prepare) => {
    const env = newIsolate();
    const buffer = push(CLICK, 'a:0', env);
    prepare(buffer);
    dropEmpty('a:0', buffer, env);
    expect(push(CLICK, 'a:0', env)).toBe(buffer);
  });
});
