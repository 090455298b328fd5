/** The Link record: the fields of a link in every response (specification 5.1). */
import * as z from 'zod';
import { Timestamp } from '#api/http/timestamp';
import type { Link } from '#domain/link';

/**
 * A link in a response. Options that the request did not have are absent (specification 5.1), and the password always
 * is.
 */
export const LinkRecord = z
  .strictObject({
    shortUrl: z.url().describe('The short address.'),
    shortCode: z.string().describe('The generated code, or the alias as it was sent.'),
    url: z.string().describe('The destination, as it was sent.'),
    alias: z.string().optional().describe('Present if the request had an alias.'),
    expiresAt: Timestamp.optional().describe('Present if the request had `expiresIn`.'),
    maxClicks: z.int().min(1).optional().describe('Present if the request had a click limit.'),
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

/** An example of a link without options. */
export const PLAIN_LINK: LinkRecord = {
  shortUrl: 'https://s.example.com/3ud92su',
  shortCode: '3ud92su',
  url: 'https://example.com/hello',
  createdAt: '2026-11-20T12:00:00.000Z',
};

/** An example of a link with every option that a response shows. */
export const LIMITED_LINK: LinkRecord = {
  shortUrl: 'https://s.example.com/Promo',
  shortCode: 'Promo',
  url: 'https://example.com/sale?from=mail',
  alias: 'Promo',
  expiresAt: '2026-11-27T12:00:00.000Z',
  maxClicks: 500,
  createdAt: '2026-11-20T12:00:00.000Z',
};
