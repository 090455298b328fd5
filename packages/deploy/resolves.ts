import { lookup } from 'node:dns/promises';
import { Failure } from '#machine/failure';

/** The errors of DNS that mean that there is no record. Any other error says nothing about the record. */
const NO_RECORD = ['ENOTFOUND', 'ENODATA'];

/**
 * Whether a host has a DNS record.
 * @throws Failure if DNS does not respond, because an unseen record would be replaced
 */
export const resolves = (host: string, lookUp: (host: string) => Promise<unknown> = lookup): Promise<boolean> =>
  lookUp(host).then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => {
      if (NO_RECORD.includes(code ?? '')) return false;
      throw new Failure(`DNS does not respond (${code}), so ${host} may have a record that would be replaced.`);
    },
  );
