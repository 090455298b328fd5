/**
 * Reads the header `Authorization: Bearer <text>` (RFC 6750, section 2.1). The scheme is case-insensitive (RFC 9110,
 * section 11.1).
 */

/** Returns the text of a bearer header. A missing header, an empty text and any other scheme return null. */
export function bearerOf(header: string | undefined): string | null {
  const text = header?.match(/^Bearer +(.*)$/i)?.[1]?.trim();
  return text ? text : null;
}
