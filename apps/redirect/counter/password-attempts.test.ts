/** Tests the attempts that a link's object stores: how they are counted, and how many rows that reads. */

import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { NOON } from '#testkit/clock';
import { AttemptLog } from './password-attempts';

const MINUTE = 60_000;

/** Calls `run` in an object that no other test uses. `spent` counts the rows that are read and written. */
const inObject = <T>(run: (sql: SqlStorage, spent: { read: number; written: number }) => T): Promise<T> =>
  runInDurableObject(env.CLICKS.getByName(crypto.randomUUID()), (_, { storage }) => {
    const spent = { read: 0, written: 0 };
    const exec = (query: string, ...values: unknown[]) => {
      const cursor = storage.sql.exec(query, ...values);
      const rows = cursor.toArray();
      spent.read += cursor.rowsRead;
      spent.written += cursor.rowsWritten;
      return { toArray: () => rows };
    };
    return run({ exec } as never, spent);
  });

let ids = 0;
const charge = (log: AttemptLog, network: string, wide = network, at = NOON) =>
  log.charge(`${++ids}`, network, wide, at);
const CHARGED = { isCharged: true };

describe('a network', () => {
  it('has five attempts in a quarter of an hour, and the next once the first is a quarter of an hour old', () =>
    inObject((sql) => {
      const log = new AttemptLog(sql);
      for (let i = 0; i < 5; i++) expect(charge(log, 'a', 'w', NOON + i)).toEqual(CHARGED);
      expect(charge(log, 'a', 'w', NOON + 5)).toEqual({ isCharged: false, nextAt: NOON + 15 * MINUTE });
      expect(charge(log, 'a', 'w', NOON + 15 * MINUTE)).toEqual(CHARGED);
      expect(charge(log, 'a', 'w', NOON + 15 * MINUTE)).toEqual({ isCharged: false, nextAt: NOON + 15 * MINUTE + 1 });
    }));

  it('has one attempt while the link is under attack, and the next a quarter of an hour after its last', () =>
    inObject((sql) => {
      const log = new AttemptLog(sql);
      charge(log, 'a');
      charge(log, 'a', 'a', NOON + MINUTE);
      for (let i = 0; i < 58; i++) charge(log, `other ${i}`);
      expect(charge(log, 'a', 'a', NOON + MINUTE)).toEqual({ isCharged: false, nextAt: NOON + 16 * MINUTE });
      expect([charge(log, 'b'), charge(log, 'b')]).toEqual([CHARGED, { isCharged: false, nextAt: NOON + 15 * MINUTE }]);
      expect(charge(log, 'a', 'a', NOON + 16 * MINUTE)).toEqual(CHARGED);
    }));
});

it('an attack ends an hour after its attempts', () =>
  inObject((sql) => {
    const log = new AttemptLog(sql);
    for (let i = 0; i < 60; i++) charge(log, `other ${i}`);
    const charges = (network: string, at: number) =>
      [1, 2].map(() => charge(log, network, network, at)).filter(({ isCharged }) => isCharged).length;
    expect([charges('a', NOON + 60 * MINUTE - 1), charges('b', NOON + 60 * MINUTE)]).toEqual([1, 2]);
  }));

describe('a wide network', () => {
  it('has twenty attempts in a quarter of an hour, even from twenty networks', () =>
    inObject((sql) => {
      const log = new AttemptLog(sql);
      for (let i = 0; i < 20; i++) expect(charge(log, `${i}`, 'w', NOON + i)).toEqual(CHARGED);
      expect(charge(log, 'fresh', 'w', NOON + 20)).toEqual({ isCharged: false, nextAt: NOON + 15 * MINUTE });
      expect(charge(log, 'fresh', 'elsewhere', NOON + 20)).toEqual(CHARGED);
      expect(charge(log, 'fresh', 'w', NOON + 15 * MINUTE)).toEqual(CHARGED);
    }));

  it('has three attempts while the link is under attack', () =>
    inObject((sql) => {
      const log = new AttemptLog(sql);
      for (let i = 0; i < 60; i++) charge(log, `far ${i}`);
      const responses = Array.from({ length: 10 }, (_, i) => charge(log, `near ${i}`, 'w'));
      expect(responses.filter(({ isCharged }) => isCharged)).toHaveLength(3);
    }));
});

describe('an attempt', () => {
  it('is charged once even if its call is repeated, and no longer counts once it is refunded', () =>
    inObject((sql) => {
      const log = new AttemptLog(sql);
      for (let i = 0; i < 9; i++) expect(log.charge('same', 'a', 'w', NOON)).toEqual(CHARGED);
      for (let i = 0; i < 4; i++) expect(charge(log, 'a', 'w')).toEqual(CHARGED);
      expect(charge(log, 'a', 'w').isCharged).toBe(false);
      log.refund('same');
      expect(charge(log, 'a', 'w')).toEqual(CHARGED);
      expect(charge(log, 'a', 'w').isCharged).toBe(false);
    }));

  it('writes no row if it is refused', () =>
    inObject((sql, spent) => {
      const log = new AttemptLog(sql);
      for (let i = 0; i < 5; i++) charge(log, 'a', 'w');
      spent.written = 0;
      for (let i = 0; i < 100; i++) charge(log, 'a', 'w');
      expect(spent.written).toBe(0);
    }));

  it('reads at most seventy rows, although the table has ten thousand', () =>
    inObject((sql, spent) => {
      const log = new AttemptLog(sql);
      charge(log, 'first');
      for (let i = 0; i < 10_000; i++)
        sql.exec('INSERT INTO attempts VALUES (?, ?, ?, ?)', `of ${i}`, `n ${i % 9_000}`, `w ${i % 3_000}`, NOON - i);
      spent.read = 0;
      expect(charge(log, 'fresh', 'fresh too')).toEqual(CHARGED);
      expect(charge(log, 'n 7', 'w 7').isCharged).toBe(false);
      expect(spent.read).toBeLessThanOrEqual(2 * 70);
    }));
});

describe('the table', () => {
  const tables = (sql: SqlStorage) =>
    sql.exec("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'attempt%' ORDER BY name").toArray();

  it('is created with the first attempt', () =>
    inObject((sql) => {
      const log = new AttemptLog(sql);
      log.refund('none');
      expect(log.trim(NOON)).toBe(false);
      expect(tables(sql)).toEqual([]);
      charge(log, 'a');
      expect(tables(sql)).toEqual([{ name: 'attempts' }]);
    }));

  it('loses attempts that no longer count by trim, which returns whether any are left', () =>
    inObject((sql) => {
      const log = new AttemptLog(sql);
      charge(log, 'a');
      charge(log, 'a', 'a', NOON + MINUTE);
      expect(log.trim(NOON + 60 * MINUTE)).toBe(true);
      expect(sql.exec('SELECT at FROM attempts').toArray()).toEqual([{ at: NOON + MINUTE }]);
      expect(new AttemptLog(sql).trim(NOON + 61 * MINUTE)).toBe(false);
    }));
});
