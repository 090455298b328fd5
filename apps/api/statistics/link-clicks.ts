/** Reads the clicks of a limited link from its counter. */
import type { Env } from '#api/platform/env';
import type { Link } from '#domain/link';
import { callObject } from '#store/object-call';
import { objectNamed } from '#store/object-named';

/** Returns the number of clicks that a link's counter has granted since its creation. @throws ObjectUnreachable */
export const clicksGranted = (env: Env, link: Link): Promise<number> =>
  callObject(
    () => objectNamed(env, env.CLICKS, link.id),
    async (counter) => await counter.count(),
    { repeatable: true },
  );
