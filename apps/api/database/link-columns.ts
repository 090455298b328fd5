/** The columns of `links`: their values in a new link, in a link that replaces a dead one, and in an erased link. */
import { and, getTableColumns, type SQL } from 'drizzle-orm';
import type { Link } from '#domain/link';
import { isSame } from './database';
import { links } from './schema';

type Row = typeof links.$inferSelect;
type Name = keyof Row;

/** The destination of an erased link. */
const ERASED_URL = 'https://deleted.invalid/';

type Rules<Column extends Name> = {
  /** Whether a `Link` contains the column. */
  readonly isRead: Column extends keyof Link ? true : false;
  /** The value in a new link: from the request, the time of the creation, or the default of the column. */
  readonly made: 'as requested' | 'now' | 'by default';
  /** The value in a link that replaces a dead link: the new one, the dead link's, or one that every change updates. */
  readonly reused: 'new' | 'kept' | 'updated';
  /** The value in an erased link: the former one, one that every change updates, or `to`. */
  readonly erased: 'kept' | 'updated' | { readonly to: Row[Column] };
};

const RULES = {
  code: { isRead: true, made: 'as requested', reused: 'kept', erased: 'kept' },
  alias: { isRead: true, made: 'as requested', reused: 'new', erased: 'kept' },
  id: { isRead: true, made: 'as requested', reused: 'new', erased: 'kept' },
  accountId: { isRead: true, made: 'as requested', reused: 'kept', erased: 'kept' },
  url: { isRead: true, made: 'as requested', reused: 'new', erased: { to: ERASED_URL } },
  createdAt: { isRead: true, made: 'now', reused: 'new', erased: 'kept' },
  expiresAt: { isRead: true, made: 'as requested', reused: 'new', erased: 'kept' },
  maxClicks: { isRead: true, made: 'as requested', reused: 'new', erased: 'kept' },
  password: { isRead: true, made: 'as requested', reused: 'new', erased: { to: null } },
  gone: { isRead: true, made: 'by default', reused: 'new', erased: { to: 'DELETED' } },
  // A blocked link is never replaced, so a replaced link has NULL here.
  blocked: { isRead: true, made: 'by default', reused: 'kept', erased: 'kept' },
  threat: { isRead: false, made: 'as requested', reused: 'new', erased: { to: null } },
  version: { isRead: true, made: 'by default', reused: 'updated', erased: 'updated' },
  dirty: { isRead: false, made: 'by default', reused: 'updated', erased: 'updated' },
  putAt: { isRead: false, made: 'now', reused: 'updated', erased: 'updated' },
  quietAt: { isRead: false, made: 'now', reused: 'updated', erased: 'updated' },
  checkedAt: { isRead: false, made: 'by default', reused: 'new', erased: 'kept' },
  accepted: { isRead: false, made: 'by default', reused: 'new', erased: { to: false } },
  refusedChecks: { isRead: false, made: 'by default', reused: 'new', erased: { to: 0 } },
  unjudgeableAt: { isRead: false, made: 'by default', reused: 'new', erased: { to: null } },
  urlChanged: { isRead: false, made: 'by default', reused: 'new', erased: { to: false } },
  madeBy: { isRead: false, made: 'as requested', reused: 'new', erased: { to: null } },
} as const satisfies { readonly [column in Name]: Rules<column> };

/** The columns whose values come from the request for a new link. */
export type RequestedColumn = {
  [column in Name]: (typeof RULES)[column]['made'] extends 'as requested' ? column : never;
}[Name];

const COLUMNS = getTableColumns(links);
const NAMES = Object.keys(COLUMNS) as Name[];

/** Returns the columns that satisfy a condition, in the order of the table. */
export const columnsWhere = (condition: (rules: Rules<Name>) => boolean) =>
  NAMES.filter((name) => condition(RULES[name])).map((name) => ({
    ...(RULES[name] satisfies Rules<Name>),
    name,
    column: COLUMNS[name],
  }));

/** The fields of a `select` or `returning` whose rows are links. */
export const LINK_FIELDS = Object.fromEntries(
  columnsWhere(({ isRead }) => isRead).map(({ name, column }) => [name, column]),
) as Pick<typeof COLUMNS, keyof Link>;

/** The columns that the erasure sets, and their values, without the columns that every change updates. */
export const ERASED: Partial<Row> = Object.fromEntries(
  NAMES.flatMap((name) => {
    const { erased }: Rules<Name> = RULES[name];
    return typeof erased === 'object' ? [[name, erased.to]] : [];
  }),
);

/** SQL condition: the erasure has set all its columns in the row. */
export const isErased = and(
  ...NAMES.filter((name) => name in ERASED).map((name) => isSame(COLUMNS[name], ERASED[name] ?? null)),
) as SQL;
