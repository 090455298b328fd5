/** The edge entries of the floors, and what every floor of a visit does. */

export type EdgeEntry = {
  /** Id of the link. */
  readonly i: string;
  /** Destination. */
  readonly u: string;
  /** Click limit. */
  readonly m?: number;
};

/** The KV key of the edge entry for a short URL. */
export function keyIn(url: string): string {
  const start = url.indexOf('/', 8) + 1;
  const query = url.indexOf('?', start);
  return `l:${query === -1 ? url.slice(start) : url.slice(start, query)}`;
}

/** Writes one analytics point for a click. */
export function writePoint(clicks: AnalyticsEngineDataset, key: string, { headers, cf }: Request): void {
  const country = (cf?.country as string | undefined) ?? '';
  const blobs = [key, headers.get('Referer') ?? '', country, headers.get('User-Agent') ?? ''];
  clicks.writeDataPoint({ indexes: [key], blobs, doubles: [1] });
}

export const redirectTo = (location: string): Response =>
  new Response(null, { status: 302, headers: { Location: location, 'Cache-Control': 'no-store' } });
