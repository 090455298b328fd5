/** The clicks of a limited link, from its counter. */
import type { Env } from '#api/platform/env';
import type { Link } from '#domain/link';
import { callObject } from '#store/object-call';

/** Reads the clicks that a limited link's counter has granted since the creation. @throws ObjectUnreachable */
export const clicksGranted = (env: Env, link: Link): Promise<number> =>
  callObject(
    () => env.CLICKS.getByName(link.id),
    async (counter) => await counter.count(),
    { repeatable: true },
  );
