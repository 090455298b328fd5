/** The canary: a check that nobody exercises is no check, so a known-bad address is shown to the live service. */
import { configOf } from '#api/platform/config';
import type { Env } from '#api/platform/env';
import { serviceOf } from './check';
import { KNOWN_BAD_URL } from './embedded-list';

const EVERY_MS = 3_600_000;
const BUDGET_MS = 5_000;

/** none: there is no service to watch. dead: it answered something else than unsafe, or nothing. */
export type Canary = 'none' | 'alive' | 'dead';

/** Shows the canary to the service once an hour, and says loudly when the service does not see it. */
export async function runCanary(env: Env, now: number): Promise<void> {
  const service = await serviceOf(configOf(env).threats);
  if (service === null) return;
  const due = await env.DB.prepare('UPDATE threat_watch SET canary_at = ?1 WHERE canary_at <= ?2 RETURNING only')
    .bind(now, now - EVERY_MS)
    .first();
  if (due === null) return;
  const [verdict] = await service.check([KNOWN_BAD_URL], now, AbortSignal.timeout(BUDGET_MS));
  const canary: Canary = verdict?.status === 'unsafe' ? 'alive' : 'dead';
  await env.DB.prepare('UPDATE threat_watch SET canary = ?1').bind(canary).run();
  if (canary === 'dead') {
    console.error(
      JSON.stringify({ alarm: 'The threat service does not flag a known-bad address', saw: verdict?.status }),
    );
  }
}

/** What the canary last saw. Without a service it sees nothing, whatever it saw of an earlier one. */
export async function readCanary(env: Env): Promise<{ canary: Canary; at: number }> {
  if (configOf(env).threats.service === 'list') return { canary: 'none', at: 0 };
  const row = await env.DB.prepare('SELECT canary, canary_at AS at FROM threat_watch').first<{
    canary: Canary;
    at: number;
  }>();
  return row ?? { canary: 'none', at: 0 };
}
