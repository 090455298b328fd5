/** The filters of a list of links that are set, besides the search. Each can be taken out alone. */
import type { LinksQuery } from './links-query';

export type SetFilter = {
  /** The filter in words; the name of a tag. */
  readonly words: string;
  readonly isTag: boolean;
  /** The query without this filter. */
  readonly without: LinksQuery;
};

const STATUSES = { active: 'Active', expired: 'Expired' } as const;

/** Returns the filters of a query in the order in which they are shown. */
export function filtersIn(query: LinksQuery): SetFilter[] {
  const { status, isProtected, tag } = query;
  return [
    ...(status === undefined
      ? []
      : [{ words: STATUSES[status], isTag: false, without: { ...query, status: undefined } }]),
    ...(isProtected ? [{ words: 'With a password', isTag: false, without: { ...query, isProtected: false } }] : []),
    ...tag.map((name) => ({
      words: name,
      isTag: true,
      without: { ...query, tag: tag.filter((other) => other !== name) },
    })),
  ];
}
