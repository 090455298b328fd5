/** `npm run restore -- --abandon --to NAME`: gives up a restore that has stopped before its end. */
import type { Ask } from '#machine/backup/pages';
import { Failure } from '#machine/failure';
import type { Program } from './program';
import { nameOf, type Target } from './target';

/** A restore that goes on sends its pages faster than this, also where the service fails for a while. */
const IDLE_SECONDS = 120;

/** The command line that gives up a restore. @param to the argument that names the deployment */
export const abandonLine = (to: string): string => `npm run restore -- --abandon --to ${to}`;

type State = { readonly isEmpty: boolean; readonly restoring: string | null; readonly idleSeconds?: number | null };

export const stateOf = async (ask: Ask): Promise<State> => (await ask('GET', '/admin/backup')).json() as Promise<State>;

const maintenanceOff = (origin: string): string =>
  `printf 'Authorization: Bearer %s' "$ADMIN_TOKEN" | curl -s -X PUT ${origin}/admin/settings -H @- -H 'Content-Type: application/json' -d '{"maintenance":false}'`;

function nextStep(isEmpty: boolean, to: string, origin: string): string {
  if (isEmpty) return `No link redirects there. Next: npm run restore -- FILE --to ${to} restores another backup.\n`;
  return `It has links of the backup, so it takes no other one. Next: delete it (npm run deploy -- --destroy), or keep it and end its maintenance:\n  ${maintenanceOff(origin)}\n`;
}

/** @throws Failure while pages of the restore still come */
export async function abandon(ask: Ask, to: string, target: Target, print: Program['print']): Promise<void> {
  const { restoring, idleSeconds } = await stateOf(ask);
  const name = nameOf(target);
  if (restoring === null) return print(`No restore is under way at ${name}. Nothing is left to do.\n`);
  if (typeof idleSeconds === 'number' && idleSeconds < IDLE_SECONDS)
    throw new Failure(
      `A page came ${idleSeconds} s ago: the restore goes on. Stop it, wait two minutes, and run ${abandonLine(to)} again.`,
    );
  const body = JSON.stringify({ id: restoring });
  await ask('POST', '/admin/restore/end', { headers: { 'Content-Type': 'application/json' }, body });
  const { isEmpty } = await stateOf(ask);
  const origin = target.kind === 'remote' ? target.origin : '';
  print(`The restore into ${name} is given up. ${nextStep(isEmpty, to, origin)}`);
}
