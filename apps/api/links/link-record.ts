/** The Link record: what every answer shows of a link (specification 5.1). */
import * as z from 'zod';
import { Timestamp } from '#api/http/timestamp';
import type { Link } from '#domain/link';

/** What was not asked for is not in it (specification 5.1). The password never is. */
export const LinkRecord = z
  .strictObject({
    shortUrl: z.url().describe('The short address.'),
    shortCode: z.string().describe('Generated code, or the alias as it was typed.'),
    url: z.string().describe('The destination, as it was sent.'),
    alias: z.string().optional().describe('There if one was asked for.'),
    expiresAt: Timestamp.optional().describe('There if `expiresIn` was asked for.'),
    maxClicks: z.int().min(1).optional().describe('There if a click limit was asked for.'),
    createdAt: Timestamp,
  })
  .meta({ id: 'Link', description: 'A short link.' });
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

/** A link with a URL only. */
export const PLAIN_LINK: LinkRecord = {
  shortUrl: 'https://s.example.com/3ud92su',
  shortCode: '3ud92su',
  url: 'https://example.com/hello',
  createdAt: '2026-11-20T12:00:00.000Z',
};

/** A link with every option that shows. */
export const LIMITED_LINK: LinkRecord = {
  shortUrl: 'https://s.example.com/Promo',
  shortCode: 'Promo',
  url: 'https://example.com/sale?from=mail',
  alias: 'Promo',
  expiresAt: '2026-11-27T12:00:00.000Z',
  maxClicks: 500,
  createdAt: '2026-11-20T12:00:00.000Z',
};
