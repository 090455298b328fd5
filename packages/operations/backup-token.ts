/** Access to the endpoints of backups, which need a second token (specification 13.13). */
import type { Ask } from '#machine/backup/pages';
import { Failure } from '#machine/failure';
import type { Program } from './program';
import { sendTo, serviceOf } from './service';
import { nameOf, type Target } from './target';

const MIN_LENGTH = 32;

/** @throws Failure without a BACKUP_TOKEN, or for a target that is no deployment */
export function askOf(target: Target, { env, print }: Program): Ask {
  if (target.kind === 'local') throw new Failure('A deployment is an address or an environment.');
  const token = env.BACKUP_TOKEN ?? '';
  if (token.length < MIN_LENGTH)
    throw new Failure(
      'BACKUP_TOKEN must have 32 characters or more, and be set here and in the deployment (docs/operating/backup.md).',
    );
  const service = serviceOf(nameOf(target), sendTo(target.origin, target.token), (line) => print(`\n${line}\n`));
  return (method, route, { headers = {}, body } = {}) =>
    service.ask(method, route, {
      headers: { ...headers, 'X-Backup-Token': token },
      ...(body !== undefined && { body }),
    });
}
