/** The Link record of the contract: what every answer shows of a link. */
import * as z from 'zod';
import type { Link } from '#domain/link';

export const Timestamp = z.iso.datetime({ precision: 3 });

/** What was not asked for is not in it (contract, "Link"). The password never is. */
export const LinkRecord = z.strictObject({
  shortUrl: z.url(),
  shortCode: z.string(),
  url: z.string(),
  alias: z.string().optional(),
  expiresAt: Timestamp.optional(),
  maxClicks: z.number().int().optional(),
  createdAt: Timestamp,
});
export type LinkRecord = z.output<typeof LinkRecord>;

export function linkRecord(link: Link, shortBaseUrl: string): LinkRecord {
  const shortCode = link.alias ?? link.code;
  return {
    shortUrl: `${shortBaseUrl}/${shortCode}`,
    shortCode,
    url: link.url,
    ...(link.alias !== null && { alias: link.alias }),
    ...(link.expiresAt !== null && { expiresAt: new Date(link.expiresAt).toISOString() }),
    ...(link.maxClicks !== null && { maxClicks: link.maxClicks }),
    createdAt: new Date(link.createdAt).toISOString(),
  };
}
