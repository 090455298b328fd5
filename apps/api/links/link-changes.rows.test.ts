/** The columns of a link’s row after the link is deleted, edited, blocked or unblocked. */

import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { Env } from '#api/platform/env';
import { OPERATOR } from '#domain/account-events';
import type { Link } from '#domain/link';
import { fakeClock, NOON } from '#testkit/clock';
import { createWorld, freshAlias } from '#testkit/world';
import { blockLink, blockUnsafe, deleteLink, editLink, LinkChanged, unblockLink } from './link-changes';
import type { DetailedLink } from './link-details';
import type { CheckedEdit } from './link-edit';
import { ownedLink, wholeAccount } from './link-owner';

const world = createWorld();
const apiEnv = world.env as Env;
const turnTo = fakeClock();

const DESTINATION = 'https://example.com/';
const OTHER = 'https://other.example/';

/** The columns that hold verdicts and decisions on a link's destination. */
const THREAT_COLUMNS = 'threat, checked_at, accepted, url_changed, refused_checks, unjudgeable_at, blocked';
const UNCHECKED = {
  threat: null,
  checked_at: null,
  accepted: 0,
  url_changed: 0,
  refused_checks: 0,
  unjudgeable_at: null,
  blocked: null,
};
type ThreatColumns = { [Name in keyof typeof UNCHECKED]: string | number | null };

async function linkWith(columns: Partial<ThreatColumns> = {}, details: object = {}): Promise<DetailedLink> {
  turnTo(NOON);
  const { key, accountId } = await world.newKey('PRO');
  const alias = freshAlias('row');
  expect((await world.shorten(key, { url: DESTINATION, alias, ...details })).status).toBe(201);
  const values = Object.values({ ...UNCHECKED, ...columns });
  await env.DB.prepare(`UPDATE links SET (${THREAT_COLUMNS}) = (?2, ?3, ?4, ?5, ?6, ?7, ?8) WHERE code = ?1`)
    .bind(alias, ...values)
    .run();
  return ownedLink(apiEnv, wholeAccount(accountId), alias);
}
const readThreatColumns = ({ code }: Link) =>
  env.DB.prepare(`SELECT ${THREAT_COLUMNS} FROM links WHERE code = ?1`).bind(code).first();
const readRow = ({ code }: Link) => env.DB.prepare('SELECT * FROM links WHERE code = ?1').bind(code).first();

describe('a deletion', () => {
  it('clears the columns of the threat checks, and raises the version', async () => {
    const link = await linkWith({ threat: 'pending', refused_checks: 2, unjudgeable_at: 5 });
    expect(await deleteLink(apiEnv, wholeAccount(link.accountId), link.code, OPERATOR, NOON)).toMatchObject({
      gone: 'DELETED',
      version: link.version + 1,
    });
    expect(await readThreatColumns(link)).toEqual(UNCHECKED);
  });

  it('fails for another account', async () => {
    const [link, other] = [await linkWith(), await linkWith()];
    const before = await readRow(link);
    await expect(deleteLink(apiEnv, wholeAccount(other.accountId), link.code, OPERATOR, NOON)).rejects.toMatchObject({
      code: 'LINK_NOT_FOUND',
    });
    expect(await readRow(link)).toEqual(before);
  });
});

describe('an edit', () => {
  it.each([
    ['blocked', 1],
    [null, 0],
  ])(
    'of the destination while `blocked` is %j sets `url_changed` to %i, and clears the verdicts',
    async (blocked, url_changed) => {
      const link = await linkWith({ blocked, accepted: 1, refused_checks: 2, unjudgeable_at: 5, checked_at: 4 });
      await editLink(apiEnv, wholeAccount(link.accountId), link.code, { url: OTHER, threat: null }, NOON);
      expect(await readThreatColumns(link)).toEqual({ ...UNCHECKED, blocked, url_changed });
    },
  );

  it('fails for another account and for a deleted link', async () => {
    const [link, other] = [await linkWith(), await linkWith()];
    const edit = (accountId: string) =>
      editLink(apiEnv, wholeAccount(accountId), link.code, { maxClicks: 5, threat: null }, NOON);
    await expect(edit(other.accountId)).rejects.toMatchObject({ code: 'LINK_NOT_FOUND' });
    await deleteLink(apiEnv, wholeAccount(link.accountId), link.code, OPERATOR, NOON);
    const before = await readRow(link);
    await expect(edit(link.accountId)).rejects.toMatchObject({ code: 'LINK_DELETED' });
    expect(await readRow(link)).toEqual(before);
  });

  it.each<[string, Omit<CheckedEdit, 'threat'>]>([
    ['destination', { url: OTHER }],
    ['expiry', { expiresIn: 60 }],
    ['click limit', { maxClicks: 5 }],
    ['password', { password: 'open sesame' }],
    ['title', { title: 'new' }],
    ['notes', { notes: null }],
    ['list of tags', { tags: ['b', 'a'] }],
    ['own id', { externalId: 'new' }],
  ])('fails if the %s has changed since the editor read the link', async (_, first) => {
    const link = await linkWith({}, { notes: 'old', tags: ['a', 'b'] });
    await editLink(apiEnv, wholeAccount(link.accountId), link.code, { ...first, threat: null }, NOON, link);
    const before = await readRow(link);
    const late = editLink(
      apiEnv,
      wholeAccount(link.accountId),
      link.code,
      { url: DESTINATION, threat: null },
      NOON,
      link,
    );
    await expect(late).rejects.toBeInstanceOf(LinkChanged);
    expect(await readRow(link)).toEqual(before);
  });

  it.each<[string, Omit<CheckedEdit, 'threat'>]>([
    ['details', { title: 'mine' }],
    ['another detail', { notes: 'mine' }],
    ['no detail', { maxClicks: 3 }],
  ])(
    'of %s fails if a detail has changed since the editor read the link, and leaves the details',
    async (_, second) => {
      const link = await linkWith({}, { title: 'old' });
      const { accountId, code } = link;
      const owner = wholeAccount(accountId);
      await editLink(apiEnv, owner, code, { title: 'new', tags: ['new'], threat: null }, NOON, link);
      const late = editLink(apiEnv, owner, code, { ...second, threat: null }, NOON, link);
      await expect(late).rejects.toBeInstanceOf(LinkChanged);
      const { details, maxClicks } = await ownedLink(apiEnv, owner, code);
      expect({ ...details, maxClicks }).toEqual({
        ...{ title: 'new', notes: null, tags: ['new'], externalId: null, maxClicks: null },
      });
    },
  );

  it('of every detail, a destination and a limit passes if the link is as the editor read it', async () => {
    const link = await linkWith({}, { title: 'old', tags: ['Café'], externalId: 'old' });
    const all = { title: 'new', notes: 'new "\\', tags: ['x', 'CAFÉ'], externalId: 'new', url: OTHER, maxClicks: 3 };
    const edit = { ...all, threat: null };
    const edited = await editLink(apiEnv, wholeAccount(link.accountId), link.code, edit, NOON, link);
    const { title, notes, externalId } = all;
    expect(edited).toMatchObject({
      url: OTHER,
      maxClicks: 3,
      details: { title, notes, externalId, tags: ['x', 'Café'] },
    });
    const none = { title: null, notes: null, tags: null, externalId: null, threat: null };
    const bare = await editLink(apiEnv, wholeAccount(link.accountId), link.code, none, NOON, edited);
    expect(bare.details).toEqual({ title: null, notes: null, tags: [], externalId: null });
  });

  it('passes beside the details of a former link of the code', async () => {
    const { accountId, code } = await linkWith({}, { title: 'former', tags: ['former'] });
    const owner = wholeAccount(accountId);
    // Another link has the code, and its creation has not erased these details yet.
    await env.DB.prepare("UPDATE links SET id = 'new ' || id WHERE code = ?1").bind(code).run();
    const link = await ownedLink(apiEnv, owner, code);
    const { details } = await editLink(apiEnv, owner, code, { notes: 'new', threat: null }, NOON, link);
    expect(details).toEqual({ title: null, notes: 'new', tags: [], externalId: null });
  });

  it('fails if the code has another link since the editor read it', async () => {
    const link = await linkWith();
    const before = await readRow(link);
    const former = { ...link, id: 'former' };
    const late = editLink(apiEnv, wholeAccount(link.accountId), link.code, { url: OTHER, threat: null }, NOON, former);
    await expect(late).rejects.toBeInstanceOf(LinkChanged);
    expect(await readRow(link)).toEqual(before);
  });

  it('of the click limit revives a spent link, and an edit of the expiry does not', async () => {
    const link = await linkWith();
    await env.DB.prepare("UPDATE links SET gone = 'CLICKS', max_clicks = 1 WHERE code = ?1").bind(link.code).run();
    expect(
      (await editLink(apiEnv, wholeAccount(link.accountId), link.code, { expiresIn: 60, threat: null }, NOON)).gone,
    ).toBe('CLICKS');
    expect(
      (await editLink(apiEnv, wholeAccount(link.accountId), link.code, { maxClicks: 5, threat: null }, NOON)).gone,
    ).toBeNull();
  });
});

describe('a block', () => {
  it('by the operator withdraws the acceptance, and clears the columns of the threat checks', async () => {
    const link = await linkWith({
      accepted: 1,
      url_changed: 1,
      threat: 'pending',
      refused_checks: 3,
      unjudgeable_at: 9,
    });
    expect((await blockLink(apiEnv, link.code, 'spam', NOON)).version).toBe(link.version + 1);
    expect(await readThreatColumns(link)).toEqual({ ...UNCHECKED, blocked: 'spam' });
  });

  it.each([
    [null, 'threat'],
    ['spam', 'spam'],
  ])('by a verdict changes `blocked` from %j to %j', async (blocked, after) => {
    const link = await linkWith({ blocked, url_changed: 1, threat: 'pending' });
    await blockUnsafe(apiEnv, link, NOON);
    expect(await readThreatColumns(link)).toEqual({ ...UNCHECKED, blocked: after, checked_at: NOON });
  });

  it('by a verdict fails for another link, another destination and an accepted destination', async () => {
    const [link, accepted] = [await linkWith(), await linkWith({ accepted: 1 })];
    for (const checked of [{ ...link, id: 'another' }, { ...link, url: OTHER }, accepted]) {
      const before = await readRow(checked);
      await expect(blockUnsafe(apiEnv, checked, NOON)).rejects.toMatchObject({ code: 'LINK_NOT_FOUND' });
      expect(await readRow(checked)).toEqual(before);
    }
  });
});

describe('the unblocking of a link', () => {
  const ACCEPTED = { ...UNCHECKED, accepted: 1 };
  const PENDING = { ...UNCHECKED, threat: 'pending' };

  it.each<[string, Partial<ThreatColumns>, string | null, ThreatColumns]>([
    [
      'accepts a destination that was blocked',
      { blocked: 'threat', checked_at: 4 },
      null,
      { ...ACCEPTED, checked_at: 4 },
    ],
    ['accepts a destination that is unjudgeable', { unjudgeable_at: 5, refused_checks: 2 }, null, ACCEPTED],
    ['accepts a destination that the call names', {}, DESTINATION, ACCEPTED],
    [
      'accepts a destination that replaced the blocked one, if the call names it',
      { blocked: 'threat', url_changed: 1 },
      DESTINATION,
      ACCEPTED,
    ],
    [
      'makes a destination pending that replaced the blocked one',
      { blocked: 'threat', url_changed: 1, checked_at: 4 },
      null,
      PENDING,
    ],
    ['makes a destination pending that was neither blocked nor unjudgeable', { checked_at: 4 }, null, PENDING],
  ])('%s', async (_, columns, url, after) => {
    const link = await linkWith(columns);
    await unblockLink(apiEnv, link.code, url, NOON);
    expect(await readThreatColumns(link)).toEqual(after);
  });

  it('fails if the call names another destination', async () => {
    const link = await linkWith({ blocked: 'threat' });
    const before = await readRow(link);
    await expect(unblockLink(apiEnv, link.code, OTHER, NOON)).rejects.toMatchObject({ code: 'LINK_CHANGED' });
    expect(await readRow(link)).toEqual(before);
  });
});
