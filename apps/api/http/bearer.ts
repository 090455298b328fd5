/**
 * Reads `Authorization: Bearer <text>` (RFC 6750, section 2.1). The case of the scheme does not matter (RFC 9110,
 * section 11.1).
 */

/** Returns the text of a bearer header; null for a missing header, an empty text or any other scheme. */
export function bearerOf(header: string | undefined): string | null {
  const text = header?.match(/^Bearer +(.*)$/i)?.[1]?.trim();
  return text ? text : null;
}
