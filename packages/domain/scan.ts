/** The mark of a scan. A QR code has it in its short address if its owner wants scans counted (specification 9.1). */

/** The mark, a query parameter. The redirect worker reads it and does not pass it on. */
export const SCAN_MARK = { name: 'qr', value: '1' } as const;

/** The short address with the mark, for a QR code whose visits count as scans. */
export const scanAddressOf = (shortUrl: string): string => `${shortUrl}?${SCAN_MARK.name}=${SCAN_MARK.value}`;
