/** How often a limited link was clicked since it was made. */
import type { Env } from '#api/platform/env';
import type { Link } from '#domain/link';
import { callObject } from '#store/object-call';

/** The clicks that a limited link's counter has granted. @throws ObjectUnreachable */
export const clicksGranted = (env: Env, link: Link): Promise<number> =>
  callObject(
    () => env.CLICKS.getByName(link.id),
    async (counter) => await counter.count(),
    { repeatable: true },
  );
