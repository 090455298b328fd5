/** Checks of the state folder: what a machine keeps on this computer, and when it was last backed up. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { LAST_BACKUP } from '#machine/state';
import type { Check } from '../context';
import { elsewhere, error, note, ok, warning } from '../finding';

const DAY_MS = 86_400_000;
/** A backup that is older than this is a warning, and so is a folder of this age without one. */
const BACKUP_WARNS_DAYS = 7;
/** Less free room than this share or this amount is a warning. A backup needs as much room as the data. */
const DISK_WARNS = { share: 0.1, bytes: 1_000_000_000 } as const;
const DISK_FAILS = { share: 0.02, bytes: 100_000_000 } as const;

const NOT_HERE = elsewhere('the folder of that machine is not on this computer, or is another STATE_DIR');

const disk: Check = {
  name: 'free disk',
  async run({ target: { kind, folder }, room }) {
    if (kind === 'cloudflare') return elsewhere('a deployment has no disk');
    if (folder === undefined) return NOT_HERE;
    const { free, total } = room(folder);
    const saw = `${(free / 1e9).toFixed(1)} GB of ${(total / 1e9).toFixed(1)} GB are free on the disk of STATE_DIR`;
    const advice = 'Make room, or move STATE_DIR: links redirect on a full disk, but nothing is created or counted.';
    const isBelow = ({ share, bytes }: { share: number; bytes: number }) => free < share * total || free < bytes;
    if (isBelow(DISK_FAILS)) return error(saw, advice);
    return isBelow(DISK_WARNS) ? warning(saw, advice) : ok(saw);
  },
};

const backup: Check = {
  name: 'last backup',
  async run({ target: { kind, folder, deployed }, now }) {
    const home = folder ?? deployed?.home;
    if (home === undefined) return elsewhere('backups are noted in the STATE_DIR that they were made of');
    const file = path.join(home, LAST_BACKUP);
    const isMachine = kind === 'machine';
    if (existsSync(file)) {
      const days = Math.floor((now() - Date.parse(readFileSync(file, 'utf8'))) / DAY_MS);
      const saw = `the last one was made ${days === 1 ? '1 day' : `${days} days`} ago`;
      if (days < BACKUP_WARNS_DAYS) return ok(saw);
      return isMachine ? warning(saw, 'Make one every day (docs/operating/self-hosting.md).') : note(saw);
    }
    const saw = 'none was made here with npm run backup';
    if (!isMachine)
      return note(saw, 'D1 Time Travel reaches back 30 days; docs/operating/backup.md says how to keep a copy.');
    const age = now() - statSync(path.join(home, 'v3')).birthtimeMs;
    const advice = 'Make one every day, and keep it on another computer (docs/operating/backup.md).';
    return age < BACKUP_WARNS_DAYS * DAY_MS ? note(saw, advice) : warning(saw, advice);
  },
};

const pepper: Check = {
  name: 'pepper',
  async run({ target: { kind, folder } }) {
    if (kind === 'cloudflare') return elsewhere('the row "secrets" has that of a deployment');
    if (folder === undefined) return NOT_HERE;
    const file = path.join(folder, 'secrets', 'PEPPER');
    if (!existsSync(file))
      return note(
        'PEPPER is not in STATE_DIR: it comes from the environment of the service, and no backup has it',
        'Keep a copy: without it no password of a link can be checked (docs/operating/pepper.md).',
      );
    const advice = `Make it private: chmod 600 ${file}`;
    return (statSync(file).mode & 0o077) === 0
      ? ok('PEPPER is in STATE_DIR, and in every backup')
      : error('other users of this computer may read PEPPER', `${advice}.`);
  },
};

export const OF_FOLDER: readonly Check[] = [disk, backup, pepper];
