import { describe, expect, it } from 'vitest';
import { createWorld, freshAlias } from '#testkit/world';
import browsers from '../../../packages/testkit/agents/browsers.json';
import robots from '../../../packages/testkit/agents/robots.json';
import tools from '../../../packages/testkit/agents/tools.json';
import { isRobot, isRobotAgent, readHeader, truncate, wantsHtml, wantsJson } from './request';

const requestWith = (accept: string | null) =>
  new Request('https://s.example.com/abc', { headers: accept === null ? {} : { Accept: accept } });

it.each([
  'text/html',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'TEXT/HTML ; level=1; q=0.1',
  'application/json, text/html;q=0.5',
  'text/html;q=0, text/html',
])('a request with this Accept wants a page: %s', (accept) => {
  expect([wantsHtml(requestWith(accept)), wantsJson(requestWith(accept))]).toEqual([true, false]);
});

it.each([
  'application/json',
  'application/json, text/plain, */*',
  'text/html;q=0, application/json',
  'application/json;charset=utf-8',
])('a request with this Accept wants JSON: %s', (accept) => {
  expect([wantsHtml(requestWith(accept)), wantsJson(requestWith(accept))]).toEqual([false, true]);
});

it.each([
  null,
  '',
  '*/*',
  'text/*',
  'image/png',
  'text/html-sandboxed',
  'x-text/html',
  'text/html; q=0.000',
  'application/json;q=0.0',
  ';;;,,,',
])('a request with this Accept wants neither a page nor JSON: %s', (accept) => {
  expect([wantsHtml(requestWith(accept)), wantsJson(requestWith(accept))]).toEqual([false, false]);
});

it('an Accept header of a megabyte is parsed within the time limit of a test', () => {
  const hostile = requestWith('text/html;q=0,;'.repeat(70_000));
  expect(wantsHtml(hostile)).toBe(false);
});

describe('a text', () => {
  it.each([
    ['', ''],
    ['short', 'short'],
    ['x'.repeat(500), 'x'.repeat(500)],
    ['x'.repeat(100_000), 'x'.repeat(500)],
    ['ü'.repeat(501), 'ü'.repeat(500)],
    [`${'x'.repeat(499)}😀`, `${'x'.repeat(499)}\ufffd`],
  ])('is truncated after its 500th character', (text, kept) => {
    expect(truncate(text)).toBe(kept);
  });
});

const from = (userAgent: string) => new Headers({ 'User-Agent': userAgent });

it('a missing header is read as an empty text', () => {
  expect(readHeader(new Headers(), 'Referer')).toBe('');
});

it('a robot is recognised only by the first 500 characters of its user agent', () => {
  expect(isRobot(from(`${'x'.repeat(490)} Slackbot`))).toBe(true);
  expect(isRobot(from(`${'x'.repeat(500)} Slackbot`))).toBe(false);
});

it('every robot is one', () => {
  expect(robots.length).toBeGreaterThan(200);
  expect(robots.filter((agent) => !isRobotAgent(agent))).toEqual([]);
});

it.each([
  ['browser', browsers],
  ['tool', tools],
])('no %s is a robot, and neither is a client without a name', (_what, agents) => {
  expect(agents.filter(isRobotAgent)).toEqual([]);
  expect(isRobotAgent('')).toBe(false);
});

it.each(['Synapse/1.98.0', 'Mattermost-Bot/1.1', 'Lemmy/0.19.3; +https://lemmy.world', 'meta-externalfetcher/1.1'])(
  '%s uses up no link of one click, and a visitor with curl does',
  async (agent) => {
    const world = createWorld();
    const { key } = await world.newKey('PRO');
    const alias = freshAlias('robots');
    await world.shorten(key, { url: 'https://example.com/', alias, maxClicks: 1 });
    const visit = async (name: string) => (await world.visit(alias, { headers: { 'User-Agent': name } })).status;
    expect([await visit(agent), await visit(agent), await visit('curl/8.5.0'), await visit('curl/8.5.0')]).toEqual([
      200, 200, 302, 410,
    ]);
  },
);
