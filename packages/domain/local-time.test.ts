import { describe, expect, it } from 'vitest';
import { formatLocal, parseLocal } from './local-time';

const iso = (at: number | null | undefined) => (typeof at === 'number' ? new Date(at).toISOString() : at);

describe('parseLocal', () => {
  it.each<[text: string, zone: string, moment: string | null | undefined]>([
    ['2026-12-03T14:00', 'UTC', '2026-12-03T14:00:00.000Z'],
    ['2026-12-03T14:00', 'Europe/Berlin', '2026-12-03T13:00:00.000Z'],
    [' 2026-12-03 14:00 ', 'Asia/Kathmandu', '2026-12-03T08:15:00.000Z'],
    ['2026-12-03T14:00:00.000', 'America/Los_Angeles', '2026-12-03T22:00:00.000Z'],
    ['2026-12-31T23:30', 'Pacific/Kiritimati', '2026-12-31T09:30:00.000Z'],
    // Berlin goes forward from two to three, and back from three to two.
    ['2027-03-28T01:59', 'Europe/Berlin', '2027-03-28T00:59:00.000Z'],
    ['2027-03-28T02:00', 'Europe/Berlin', null],
    ['2027-03-28T02:59', 'Europe/Berlin', null],
    ['2027-03-28T03:00', 'Europe/Berlin', '2027-03-28T01:00:00.000Z'],
    ['2027-10-31T02:30', 'Europe/Berlin', '2027-10-31T00:30:00.000Z'],
    ['2027-10-31T03:00', 'Europe/Berlin', '2027-10-31T02:00:00.000Z'],
    ['2027-10-03T02:15', 'Australia/Lord_Howe', null],
    ['2027-04-04T01:45', 'Australia/Lord_Howe', '2027-04-03T14:45:00.000Z'],
    ['', 'UTC', undefined],
    ['', 'Europe/Berlin', undefined],
    ['tomorrow', 'UTC', undefined],
    ['0026-12-03T14:00', 'Europe/Berlin', undefined],
    ['2026-12-03', 'UTC', undefined],
    ['2026-02-30T10:00', 'UTC', undefined],
    ['2026-12-03T24:00', 'UTC', undefined],
    ['2026-12-03T14:00:30', 'UTC', undefined],
  ])('%j in %s', (text, zone, moment) => {
    expect(iso(parseLocal(text, zone))).toBe(moment);
  });
});

it('formatLocal is what parseLocal reads', () => {
  const at = Date.parse('2027-06-01T12:34:00Z');
  for (const zone of ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kolkata'])
    expect(parseLocal(formatLocal(at + 999, zone), zone), zone).toBe(at);
  expect(formatLocal(at, 'Asia/Kolkata')).toBe('2027-06-01T18:04');
});
