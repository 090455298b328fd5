/** Which links of a list a page shows, in words. */
import type { LinkCount } from '#api/links/link-count';
import { formatCount } from './components';

export type ShownRange = {
  /** The number of links on the page. */
  readonly shown: number;
  /** The number of the first of them in the list; undefined if the address does not say it. */
  readonly from: number | undefined;
  readonly hasNext: boolean;
  /** All links of the account; null for a list that leaves links out, whose links are not counted. */
  readonly count: LinkCount | null;
};

/** Returns a text like `315 links, 26–50`. A list that leaves links out is counted by its last page. */
export function rangeText({ shown, from, hasNext, count }: ShownRange): string {
  const last = from === undefined ? undefined : from + shown - 1;
  const part =
    from === undefined || last === undefined || shown === 0 ? '' : `${formatCount(from)}–${formatCount(last)}`;
  const isWhole = from === 1 && !hasNext;
  if (count === null) {
    if (hasNext || last === undefined) return part === '' ? '' : `${part} of those found, and perhaps more`;
    return isWhole ? `${linksText(last)} found` : `${linksText(last)} found, ${part}`;
  }
  const all = `${formatCount(count.count)}${count.isMore ? '+' : ''} ${count.count === 1 ? 'link' : 'links'}`;
  return isWhole || part === '' ? all : `${all}, ${part}`;
}

const linksText = (count: number): string => `${formatCount(count)} ${count === 1 ? 'link' : 'links'}`;
