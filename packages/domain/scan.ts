/** The mark of a scan: what QR codes add to a short address where their owner wants scans counted (specification 9.1). */

/** A query parameter. The redirect worker reads it, and leaves it behind. */
export const SCAN_MARK = { name: 'qr', value: '1' } as const;

/** The address that a QR code holds so that its visits count as scans. */
export const scanAddressOf = (shortUrl: string): string => `${shortUrl}?${SCAN_MARK.name}=${SCAN_MARK.value}`;
