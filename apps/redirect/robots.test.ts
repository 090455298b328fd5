/** Which user agents are robots, by real ones (specification 11.4). */
import { expect, it } from 'vitest';
import { createWorld, freshAlias } from '#testkit/world';
import browsers from '../../packages/testkit/agents/browsers.json';
import robots from '../../packages/testkit/agents/robots.json';
import tools from '../../packages/testkit/agents/tools.json';
import { isRobotAgent } from './robots';

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
