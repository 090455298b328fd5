/** The columns of `links`, and their values when a link is made, when its code is taken again and when it is erased. */
import { getTableColumns } from 'drizzle-orm';
import type { Link } from '#domain/link';
import { links } from './schema';

type Row = typeof links.$inferSelect;
type Name = keyof Row;

/** The destination of an erased link. */
export const NOWHERE = 'https://deleted.invalid/';

type Fate<Column extends Name> = {
  /** Whether the column is read into a `Link`. */
  readonly isRead: Column extends keyof Link ? true : false;
  /** The source of a new link's value. */
  readonly made: 'as wanted' | 'now' | 'by default';
  /** When its owner takes a dead code again: the new link's value, the dead one's, or one that every change moves on. */
  readonly reused: 'anew' | 'kept' | 'moved';
  /** When a deleted account is erased: the value stays, moves on as in every change, or becomes `to`. */
  readonly erased: 'kept' | 'moved' | { readonly to: Row[Column] };
};

const FATES = {
  code: { isRead: true, made: 'as wanted', reused: 'kept', erased: 'kept' },
  alias: { isRead: true, made: 'as wanted', reused: 'anew', erased: 'kept' },
  id: { isRead: true, made: 'as wanted', reused: 'anew', erased: 'kept' },
  accountId: { isRead: true, made: 'as wanted', reused: 'kept', erased: 'kept' },
  url: { isRead: true, made: 'as wanted', reused: 'anew', erased: { to: NOWHERE } },
  createdAt: { isRead: true, made: 'now', reused: 'anew', erased: 'kept' },
  expiresAt: { isRead: true, made: 'as wanted', reused: 'anew', erased: 'kept' },
  maxClicks: { isRead: true, made: 'as wanted', reused: 'anew', erased: 'kept' },
  password: { isRead: true, made: 'as wanted', reused: 'anew', erased: { to: null } },
  gone: { isRead: true, made: 'by default', reused: 'anew', erased: { to: 'DELETED' } },
  // The code of a blocked link is never taken again, so a replaced link has NULL here.
  blocked: { isRead: true, made: 'by default', reused: 'kept', erased: 'kept' },
  threat: { isRead: false, made: 'as wanted', reused: 'anew', erased: { to: null } },
  version: { isRead: true, made: 'by default', reused: 'moved', erased: 'moved' },
  dirty: { isRead: false, made: 'by default', reused: 'moved', erased: 'moved' },
  putAt: { isRead: false, made: 'now', reused: 'moved', erased: 'moved' },
  quietAt: { isRead: false, made: 'now', reused: 'moved', erased: 'moved' },
  lookedAt: { isRead: false, made: 'by default', reused: 'anew', erased: 'kept' },
  accepted: { isRead: false, made: 'by default', reused: 'anew', erased: { to: false } },
  refusedLooks: { isRead: false, made: 'by default', reused: 'anew', erased: { to: 0 } },
  unjudgeableAt: { isRead: false, made: 'by default', reused: 'anew', erased: { to: null } },
  swapped: { isRead: false, made: 'by default', reused: 'anew', erased: { to: false } },
} as const satisfies { readonly [column in Name]: Fate<column> };

/** The columns whose values come with a new link. */
export type WantedColumn = {
  [column in Name]: (typeof FATES)[column]['made'] extends 'as wanted' ? column : never;
}[Name];

const COLUMNS = getTableColumns(links);
const NAMES = Object.keys(COLUMNS) as Name[];

/** Returns the columns that satisfy a condition, in the order of the table. */
export const columnsWhere = (isMeant: (fate: Fate<Name>) => boolean) =>
  NAMES.filter((name) => isMeant(FATES[name])).map((name) => ({
    ...(FATES[name] satisfies Fate<Name>),
    name,
    column: COLUMNS[name],
  }));

/** The fields of a `select` or `returning` whose rows are links. */
export const LINK_FIELDS = Object.fromEntries(
  columnsWhere(({ isRead }) => isRead).map(({ name, column }) => [name, column]),
) as Pick<typeof COLUMNS, keyof Link>;

/** The columns that the erasure sets, besides those that every change moves on. */
export const ERASED: Partial<Row> = Object.fromEntries(
  NAMES.flatMap((name) => {
    const { erased }: Fate<Name> = FATES[name];
    return typeof erased === 'object' ? [[name, erased.to]] : [];
  }),
);
