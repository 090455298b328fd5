/** How often a link was clicked since it was made. */
import type { Env } from '#api/platform/env';
import { isLimited } from '#domain/limits';
import type { Link } from '#domain/link';
import { statisticsName } from '#domain/route';
import { callObject } from '#store/object-call';

/**
 * The clicks of a link: exact at once for a limited one, whose counter grants them; as the statistics have them, at most
 * five seconds late, for every other (specification 10.4).
 * @throws ObjectUnreachable
 */
export async function clicksOf(env: Env, link: Link): Promise<number> {
  if (isLimited(link)) return clicksGranted(env, link);
  const { totals } = await callObject(
    () => env.STATISTICS.getByName(statisticsName(link.accountId)),
    async (object) => await object.link(link.id, null),
    { repeatable: true },
  );
  return totals.clicks;
}

/** The clicks that a limited link's counter has granted. @throws ObjectUnreachable */
export const clicksGranted = (env: Env, link: Link): Promise<number> =>
  callObject(
    () => env.CLICKS.getByName(link.id),
    async (counter) => await counter.count(),
    { repeatable: true },
  );
