/** What an isolate holds of clicks at once, and for how long it holds it. */
import { describe, expect, it } from 'vitest';
import type { Click } from './click';
import type { Env } from './env';
import { forgetEmpty, type Gathering, leave, takeClicks, takeOut } from './gatherings';

/** Of requests that said nothing, and of those that said as much as is kept. */
const clickSaying = (text: string) =>
  ({ linkId: 'link', code: 'code', query: text, address: '', userAgent: text, referrer: text, languages: '' }) as Click;
const CLICK = clickSaying('');
const LOUD = clickSaying('x'.repeat(500));

const newIsolate = () => ({}) as Env;

/** Leaves clicks for one object, and returns what waits for it. */
function leaveMany(count: number, statistics: string, env: Env, click = CLICK): Gathering {
  for (let i = 1; i < count; i++) leave(click, statistics, env);
  return leave(click, statistics, env);
}

/** Tells the object of all that waits, as a sender does once it was answered. */
function tell(gathering: Gathering, env: Env): void {
  const count = takeClicks(gathering, env).length;
  gathering.sealed = [{ id: crypto.randomUUID(), clicks: '', visitors: [], count }];
  takeOut(gathering.sealed, gathering, env);
}

describe('an isolate', () => {
  it('takes clicks of one account for ever, as long as they are told', () => {
    const env = newIsolate();
    for (let round = 0; round < 20; round++) {
      const gathering = leaveMany(10_000, 'a:0', env);
      expect([gathering.waiting, gathering.lost]).toEqual([10_000, 0]);
      tell(gathering, env);
      expect([gathering.waiting, gathering.sealed]).toEqual([0, []]);
    }
  });

  it('takes clicks of ever new accounts, as long as they are told', () => {
    const env = newIsolate();
    for (let round = 0; round < 20; round++) {
      const gathering = leaveMany(5_000, `account${round}:0`, env);
      expect(gathering.lost).toBe(0);
      tell(gathering, env);
    }
  });

  it('takes clicks that say much for ever, as long as they are told', () => {
    const env = newIsolate();
    for (let round = 0; round < 20; round++) {
      const gathering = leaveMany(5_000, `account${round}:0`, env, LOUD);
      expect(gathering.lost).toBe(0);
      tell(gathering, env);
    }
  });

  it('has room again for what was told, and for no more than that', () => {
    const env = newIsolate();
    const first = leaveMany(10_000, 'a:0', env);
    for (const other of ['b:0', 'c:0', 'd:0']) leaveMany(10_000, other, env);
    expect(leave(CLICK, 'e:0', env).lost).toBe(1);
    tell(first, env);
    expect(leaveMany(9_999, 'e:0', env)).toMatchObject({ waiting: 9_999, lost: 1 });
    expect(leave(CLICK, 'f:0', env).lost).toBe(0);
    expect(leave(CLICK, 'f:0', env).lost).toBe(1);
  });

  it('still counts as waiting what was sent and not answered', () => {
    const env = newIsolate();
    const gathering = leaveMany(10_000, 'a:0', env);
    const [answered, lost] = [
      { id: 'x', clicks: '', visitors: [], count: 4_000 },
      { id: 'y', clicks: '', visitors: [] },
    ];
    takeClicks(gathering, env);
    gathering.sealed = [answered, { ...lost, count: 6_000 }];
    takeOut([answered], gathering, env);
    expect(gathering).toMatchObject({ waiting: 6_000, sealed: [{ id: 'y' }] });
  });
});

describe('what an isolate remembers of an account', () => {
  it('is nothing, once all was told and nobody sends', () => {
    const env = newIsolate();
    const gathering = leave(CLICK, 'a:0', env);
    tell(gathering, env);
    forgetEmpty('a:0', gathering, env);
    expect(leave(CLICK, 'a:0', env)).not.toBe(gathering);
  });

  it.each<[string, (gathering: Gathering) => void]>([
    ['a click waits', () => undefined],
    [
      'somebody sends',
      (gathering) => {
        gathering.waiting = 0;
        gathering.senderUntil = 1;
      },
    ],
  ])('stays while %s', (_, prepare) => {
    const env = newIsolate();
    const gathering = leave(CLICK, 'a:0', env);
    prepare(gathering);
    forgetEmpty('a:0', gathering, env);
    expect(leave(CLICK, 'a:0', env)).toBe(gathering);
  });
});
