import { lookup } from 'node:dns/promises';
import { Failure } from './failure';

/** The answers of DNS that say that there is nothing. Any other failure says nothing at all. */
const NO_RECORD = ['ENOTFOUND', 'ENODATA'];

/** @throws Failure where DNS does not answer: a record that nobody sees would be replaced */
export const resolves = (host: string, look: (host: string) => Promise<unknown> = lookup): Promise<boolean> =>
  look(host).then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => {
      if (NO_RECORD.includes(code ?? '')) return false;
      throw new Failure(`Whether ${host} leads somewhere already nobody can tell: DNS does not answer (${code}).`);
    },
  );
