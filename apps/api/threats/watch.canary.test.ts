import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeClock, NOON } from '#testkit/clock';
import type { Behaviour } from '#testkit/threat-behaviours';
import { cron, SERVICES, type ThreatWorld, threatWorld } from '#testkit/threat-world';
import { createWorld, type World } from '#testkit/world';

const HOUR = 3_600_000;
const turnTo = fakeClock();

beforeEach(async () => {
  await env.DB.exec("UPDATE threat_watch SET canary_at = 0, canary = 'none'");
  await env.DB.exec('DELETE FROM links');
  turnTo(NOON);
});

const state = async (world: World) => (await world.admin('GET', '/threats')).json<Record<string, unknown>>();

/** Runs the cron. @returns the lines that it logs */
async function collectLog(world: ThreatWorld): Promise<string[]> {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  await cron(world);
  const lines = log.mock.calls.map((line) => line.map(String).join(' '));
  log.mockRestore();
  return lines;
}

describe.each(SERVICES)('the canary of %s', (service) => {
  it('is alive while the service flags the known-bad page, and nothing is logged', async () => {
    const world = await threatWorld(service, 'right');
    expect(await collectLog(world)).toEqual([]);
    expect(await state(world)).toMatchObject({ service, canary: 'alive', canaryAt: new Date(NOON).toISOString() });
  });

  it.each(['flags none', '500', 'error in 200', 'html'] as const)(
    'is dead if the service responds with “%s”, which is logged once an hour without a secret',
    async (behaviour: Behaviour) => {
      const world = await threatWorld(service, behaviour);
      const lines = await collectLog(world);
      expect(lines).toHaveLength(1);
      expect(JSON.parse(lines[0] ?? '')).toEqual({
        alarm: 'The threat service does not flag a known-bad address',
        saw: behaviour === 'flags none' ? 'safe' : 'unknown',
      });
      expect(lines.join()).not.toContain(world.key);
      expect((await state(world)).canary).toBe('dead');
      turnTo(NOON + HOUR - 1);
      expect(await collectLog(world)).toEqual([]);
      turnTo(NOON + HOUR);
      expect(await collectLog(world)).toHaveLength(1);
      const runs = await world.requests();
      expect(runs).toHaveLength(2);
    },
  );

  it('is alive again once the service flags the page again', async () => {
    const world = await threatWorld(service, '500');
    await collectLog(world);
    await world.setBehaviour('right');
    turnTo(NOON + HOUR);
    await collectLog(world);
    expect((await state(world)).canary).toBe('alive');
  });
});

it('the canary is none without a service, even if it was dead before', async () => {
  const world = await threatWorld('webrisk', '500');
  await collectLog(world);
  expect(await state(createWorld())).toEqual({
    service: 'list',
    testAddresses: 4,
    importedEntries: 0,
    canary: 'none',
    canaryAt: null,
    unjudgeable: { count: 0, links: [] },
  });
});
