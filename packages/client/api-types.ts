// Generated from /openapi.json by: npx vitest run packages/client/api-types.node.test.ts -u

/**
 * The code of a refusal, for programs.
 */
export type ErrorType =
  | 'ALIAS_RESERVED'
  | 'ALIAS_TAKEN'
  | 'API_KEY_INVALID'
  | 'API_KEY_REQUIRED'
  | 'BATCH_ABORTED'
  | 'BLOCKED'
  | 'BODY_TOO_LARGE'
  | 'BULK_LIMIT_EXCEEDED'
  | 'CURSOR_EXPIRED'
  | 'EXPIRED'
  | 'EXTERNAL_ID_TAKEN'
  | 'FEATURE_DISABLED'
  | 'FEATURE_NOT_ON_PLAN'
  | 'FIELD_NOT_ALLOWED'
  | 'HTTPS_REQUIRED'
  | 'IDEMPOTENCY_KEYS_EXCEEDED'
  | 'IDEMPOTENCY_KEY_IN_USE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'INSUFFICIENT_SCOPE'
  | 'INTERNAL_ERROR'
  | 'INVALID_ALIAS'
  | 'INVALID_BODY'
  | 'INVALID_CONTENT_TYPE'
  | 'INVALID_EXPIRES_IN'
  | 'INVALID_FIELD'
  | 'INVALID_IDEMPOTENCY_KEY'
  | 'INVALID_PASSWORD'
  | 'INVALID_URL'
  | 'KEY_IN_PAGES'
  | 'LINK_QUOTA_EXCEEDED'
  | 'MAINTENANCE'
  | 'NOT_FOUND'
  | 'ORIGIN_NOT_ALLOWED'
  | 'OWN_LINKS_ONLY'
  | 'QUOTA_EXCEEDED'
  | 'RATE_LIMIT_EXCEEDED'
  | 'SEARCH_LIMIT_EXCEEDED'
  | 'TAGS_EXCEEDED'
  | 'TAG_NOT_FOUND'
  | 'TAG_TAKEN'
  | 'UNAVAILABLE';

/**
 * The fields of a link. For a new link, `null` is the same as leaving a field out.
 */
export interface LinkRequest {
  /**
   * The destination: a full address with `http://` or `https://` on a public host. The limit also holds for its percent-encoded form.
   */
  url: string;
  /**
   * Your own code for the link: letters, digits and hyphens. At least 4 characters on Hobby, 3 on Indie and Pro.
   */
  alias?: string | null;
  /**
   * Seconds until the link expires: from 60 seconds to 10 years. On the Hobby plan and up.
   */
  expiresIn?: number | null;
  /**
   * Clicks after which the link expires. They are counted exactly. On the Hobby plan and up.
   */
  maxClicks?: number | null;
  /**
   * Visitors must enter it before they are redirected. On the Indie plan and up.
   */
  password?: string | null;
  /**
   * A title. Visitors don’t see it.
   */
  title?: string | null;
  /**
   * Notes. Visitors don’t see them.
   */
  notes?: string | null;
  /**
   * Names to group links by. Not case-sensitive.
   */
  tags?: string[] | null;
  /**
   * Your own ID of the link, unique in your account.
   */
  externalId?: string | null;
}
/**
 * A short link.
 */
export interface Link {
  /**
   * The short address.
   */
  shortUrl: string;
  /**
   * The generated code, or the alias as you sent it.
   */
  shortCode: string;
  /**
   * The destination, as you sent it.
   */
  url: string;
  /**
   * The alias, if the link has one.
   */
  alias?: string;
  /**
   * When the link expires, if it does.
   */
  expiresAt?: string;
  /**
   * The click limit, if the link has one.
   */
  maxClicks?: number;
  /**
   * When the link was created.
   */
  createdAt: string;
  /**
   * The title, if the link has one.
   */
  title?: string;
  /**
   * The notes, if the link has any.
   */
  notes?: string;
  /**
   * The tags, if the link has any.
   *
   * @maxItems 20
   */
  tags?: string[];
  /**
   * Your own ID of the link, if it has one.
   */
  externalId?: string;
}
/**
 * The results of a batch.
 */
export interface Batch {
  /**
   * A result for each item, in the order of the items.
   *
   * @minItems 1
   * @maxItems 50
   */
  results: (
    | {
        index: number;
        success: true;
        /**
         * The short address.
         */
        shortUrl: string;
        /**
         * The generated code, or the alias as you sent it.
         */
        shortCode: string;
        /**
         * The destination, as you sent it.
         */
        url: string;
        /**
         * The alias, if the link has one.
         */
        alias?: string;
        /**
         * When the link expires, if it does.
         */
        expiresAt?: string;
        /**
         * The click limit, if the link has one.
         */
        maxClicks?: number;
        /**
         * When the link was created.
         */
        createdAt: string;
        /**
         * The title, if the link has one.
         */
        title?: string;
        /**
         * The notes, if the link has any.
         */
        notes?: string;
        /**
         * The tags, if the link has any.
         *
         * @maxItems 20
         */
        tags?: string[];
        /**
         * Your own ID of the link, if it has one.
         */
        externalId?: string;
      }
    | {
        index: number;
        success: false;
        url?: string;
        alias?: string;
        /**
         * The HTTP status.
         */
        statusCode: number;
        /**
         * A text for people. Programs should use `errorType`.
         */
        message: string;
        /**
         * Stable name of the error.
         */
        errorType: string;
        /**
         * The seconds to wait, as in the header Retry-After.
         */
        retryAfter?: number;
        /**
         * The end of the month.
         */
        resetDate?: string;
      }
  )[];
  summary: {
    total: number;
    succeeded: number;
    failed: number;
  };
}
export interface LinksQuery {
  /**
   * The `nextCursor` of the previous page.
   */
  cursor?: string;
  /**
   * Links per page.
   */
  limit?: number;
  /**
   * Only links with this status.
   */
  status?: 'active' | 'expired';
  /**
   * Only links whose code starts with this text.
   */
  prefix?: string;
  /**
   * Only links whose code, title, destination or notes contain this text: 1 to 48 bytes.
   */
  search?: string;
  /**
   * Only links with this tag. Repeat it for several tags.
   */
  tag?: string | string[];
  /**
   * Whether links need `all` of the tags (the default) or `any` of them.
   */
  tags?: 'all' | 'any';
  /**
   * Only links whose destination is on this host or a subdomain of it.
   */
  host?: string;
  /**
   * Only the link with this external ID.
   */
  externalId?: string;
  /**
   * Only links created at this time or later: a time like `2026-11-20T12:00:00Z`, or a day.
   */
  createdFrom?: string;
  /**
   * Only links created at this time or earlier, in the same form. A day is included.
   */
  createdTo?: string;
  /**
   * `created`, the default, lists the newest first. `clicks` and `lastClick` list the top 1,000 clicked links, highest or latest first.
   */
  sort?: 'created' | 'clicks' | 'lastClick';
}
/**
 * A page of links. A short or even empty page need not be the last one: only `nextCursor` shows the end.
 */
export interface LinkList {
  links: ManagedLink[];
  /**
   * The `cursor` of the next page; `null` on the last page.
   */
  nextCursor: string | null;
}
/**
 * A short link with its status.
 */
export interface ManagedLink {
  /**
   * The short address.
   */
  shortUrl: string;
  /**
   * The generated code, or the alias as you sent it.
   */
  shortCode: string;
  /**
   * The destination, as you sent it.
   */
  url: string;
  /**
   * The alias, if the link has one.
   */
  alias?: string;
  /**
   * When the link expires, if it does.
   */
  expiresAt?: string;
  /**
   * The click limit, if the link has one.
   */
  maxClicks?: number;
  /**
   * When the link was created.
   */
  createdAt: string;
  /**
   * The title, if the link has one.
   */
  title?: string;
  /**
   * The notes, if the link has any.
   */
  notes?: string;
  /**
   * The tags, if the link has any.
   *
   * @maxItems 20
   */
  tags?: string[];
  /**
   * Your own ID of the link, if it has one.
   */
  externalId?: string;
  /**
   * An expired link responds 410 to visitors.
   */
  status: 'active' | 'expired';
  /**
   * Why the link is expired; `null` while it is active.
   */
  expiredReason: ('TIME' | 'CLICKS' | 'DELETED' | 'BLOCKED') | null;
  /**
   * `true` if visitors need a password.
   */
  hasPassword: boolean;
}
/**
 * The links to edit or delete. `null` has the same effect as leaving a field out.
 */
export interface BulkRequest {
  /**
   * The generated codes or aliases of the links.
   */
  shortCodes?: string[] | null;
  filter?: BulkFilter | null;
  /**
   * `true` deletes the links.
   */
  delete?: true | null;
  /**
   * The number of links in the request. Required to delete, and to edit by `filter`; optional to edit `shortCodes`.
   */
  confirm?: number | null;
  change?: BulkChange | null;
}
/**
 * The parameters of GET /v2/links that select links.
 */
export interface BulkFilter {
  /**
   * Only links with this status.
   */
  status?: 'active' | 'expired';
  /**
   * Only links whose code starts with this text.
   */
  prefix?: string;
  /**
   * Only links whose code, title, destination or notes contain this text: 1 to 48 bytes.
   */
  search?: string;
  /**
   * Only links with this tag. Repeat it for several tags.
   */
  tag?: string | string[];
  /**
   * Whether links need `all` of the tags (the default) or `any` of them.
   */
  tags?: 'all' | 'any';
  /**
   * Only links whose destination is on this host or a subdomain of it.
   */
  host?: string;
  /**
   * Only the link with this external ID.
   */
  externalId?: string;
  /**
   * Only links created at this time or later: a time like `2026-11-20T12:00:00Z`, or a day.
   */
  createdFrom?: string;
  /**
   * Only links created at this time or earlier, in the same form. A day is included.
   */
  createdTo?: string;
}
/**
 * The fields to change, as in an edit of one link. `tags` replaces all tags of each link. `addTags` and `removeTags` change only the tags that they name. They can’t be combined with `tags`, and can’t name the same tag.
 */
export interface BulkChange {
  /**
   * The destination: a full address with `http://` or `https://` on a public host. The limit also holds for its percent-encoded form.
   */
  url?: string;
  /**
   * Seconds until the link expires: from 60 seconds to 10 years. On the Hobby plan and up.
   */
  expiresIn?: number | null;
  /**
   * Clicks after which the link expires. They are counted exactly. On the Hobby plan and up.
   */
  maxClicks?: number | null;
  /**
   * Visitors must enter it before they are redirected. On the Indie plan and up.
   */
  password?: string | null;
  /**
   * A title. Visitors don’t see it.
   */
  title?: string | null;
  /**
   * Notes. Visitors don’t see them.
   */
  notes?: string | null;
  /**
   * Names to group links by. Not case-sensitive.
   */
  tags?: string[] | null;
  /**
   * Tags to add to each link.
   *
   * @minItems 1
   * @maxItems 20
   */
  addTags?: string[];
  /**
   * Tags to remove from each link, if it has them.
   *
   * @minItems 1
   * @maxItems 20
   */
  removeTags?: string[];
}
/**
 * The results of a change or a deletion of many links.
 */
export interface Bulk {
  /**
   * A result for each link, in the order of the request.
   *
   * @maxItems 100
   */
  results: (
    | {
        index: number;
        success: true;
        /**
         * The short address.
         */
        shortUrl: string;
        /**
         * The generated code, or the alias as you sent it.
         */
        shortCode: string;
        /**
         * The destination, as you sent it.
         */
        url: string;
        /**
         * The alias, if the link has one.
         */
        alias?: string;
        /**
         * When the link expires, if it does.
         */
        expiresAt?: string;
        /**
         * The click limit, if the link has one.
         */
        maxClicks?: number;
        /**
         * When the link was created.
         */
        createdAt: string;
        /**
         * The title, if the link has one.
         */
        title?: string;
        /**
         * The notes, if the link has any.
         */
        notes?: string;
        /**
         * The tags, if the link has any.
         *
         * @maxItems 20
         */
        tags?: string[];
        /**
         * Your own ID of the link, if it has one.
         */
        externalId?: string;
        /**
         * An expired link responds 410 to visitors.
         */
        status: 'active' | 'expired';
        /**
         * Why the link is expired; `null` while it is active.
         */
        expiredReason: ('TIME' | 'CLICKS' | 'DELETED' | 'BLOCKED') | null;
        /**
         * `true` if visitors need a password.
         */
        hasPassword: boolean;
        /**
         * `true` if the title, notes, tags and `externalId` of the link are left out, because all results together have at most 1.9 MB. Absent otherwise.
         */
        detailsOmitted?: true;
      }
    | {
        index: number;
        success: false;
        /**
         * The code, as you sent it. Absent if it can’t be a code.
         */
        shortCode?: string;
        /**
         * The HTTP status.
         */
        statusCode: number;
        /**
         * A text for people. Programs should use `errorType`.
         */
        message: string;
        /**
         * Stable name of the error.
         */
        errorType: string;
        /**
         * The seconds to wait, as in the header Retry-After.
         */
        retryAfter?: number;
      }
  )[];
  summary: {
    total: number;
    succeeded: number;
    failed: number;
  };
}
/**
 * The fields of a link to change.
 */
export interface LinkEdit {
  /**
   * The destination: a full address with `http://` or `https://` on a public host. The limit also holds for its percent-encoded form.
   */
  url?: string;
  /**
   * Seconds until the link expires: from 60 seconds to 10 years. On the Hobby plan and up.
   */
  expiresIn?: number | null;
  /**
   * Clicks after which the link expires. They are counted exactly. On the Hobby plan and up.
   */
  maxClicks?: number | null;
  /**
   * Visitors must enter it before they are redirected. On the Indie plan and up.
   */
  password?: string | null;
  /**
   * A title. Visitors don’t see it.
   */
  title?: string | null;
  /**
   * Notes. Visitors don’t see them.
   */
  notes?: string | null;
  /**
   * Names to group links by. Not case-sensitive.
   */
  tags?: string[] | null;
  /**
   * Your own ID of the link, unique in your account.
   */
  externalId?: string | null;
}
export interface StatisticsQuery {
  /**
   * Groupings to break the clicks down by, separated by commas. Without it you get totals only.
   */
  groupBy?: ('day' | 'country' | 'city' | 'device' | 'browser' | 'os' | 'referrer' | 'language')[];
  /**
   * First day, inclusive, as `YYYY-MM-DD`. Default: the first stored day. With `start` or `end` you also get `range`, the figures of these days.
   */
  start?: string;
  /**
   * Last day, inclusive, as `YYYY-MM-DD`. Default: today. Breakdowns are stored for 400 days, unless the operator chose another period.
   */
  end?: string;
  /**
   * Time zone in which a day begins and ends, such as `Europe/Berlin`. The other groupings use UTC days, up to now if the range contains today.
   */
  tz?: string;
  /**
   * Filter: count only clicks with this `country`, a value as breakdowns have it.
   */
  country?: string;
  /**
   * Filter: count only clicks with this `city`, a value as breakdowns have it.
   */
  city?: string;
  /**
   * Filter: count only clicks with this `device`, a value as breakdowns have it.
   */
  device?: string;
  /**
   * Filter: count only clicks with this `browser`, a value as breakdowns have it.
   */
  browser?: string;
  /**
   * Filter: count only clicks with this `os`, a value as breakdowns have it.
   */
  os?: string;
  /**
   * Filter: count only clicks with this `referrer`, a value as breakdowns have it.
   */
  referrer?: string;
  /**
   * Filter: count only clicks with this `language`, a value as breakdowns have it.
   */
  language?: string;
  /**
   * Values per grouping.
   */
  limit?: number;
}
/**
 * The statistics of a link. With a click limit `clickCount` is exact at once; `lastAccessed` and the other counts follow within 5 seconds, as all of them do without a limit.
 */
export interface LinkStatistics {
  /**
   * The generated code or the alias.
   */
  shortCode: string;
  /**
   * The short address.
   */
  shortUrl: string;
  /**
   * The destination.
   */
  url: string;
  /**
   * Clicks of visitors.
   */
  clickCount: number;
  /**
   * Distinct visitors of each UTC day, added up. A visitor who returns on another day counts again.
   */
  uniqueVisitors: number;
  /**
   * Visits of known robots. They don’t count as clicks.
   */
  botHits: number;
  /**
   * Clicks that came from a QR code.
   */
  qrScans: number;
  /**
   * Time of the latest click; `null` before the first.
   */
  lastAccessed: string | null;
  /**
   * The figures of the days from `start` to `end`. Absent if the request names neither of them and no filter.
   */
  range?: {
    /**
     * First day. Without the parameter `start`, it is the first stored day. With a filter it is not before the first day that filters of your plan reach back to.
     */
    start: string;
    /**
     * Last day. Without the parameter `end`, it is today.
     */
    end: string;
    /**
     * Clicks of visitors on the days of `tz`.
     */
    clicks: number;
    /**
     * Distinct visitors of each UTC day, added up.
     */
    uniqueVisitors: number;
    /**
     * Visits of known robots on the UTC days; 0 with a filter, because robots have no values.
     */
    botHits: number;
    /**
     * Clicks that came from a QR code on the UTC days.
     */
    qrScans: number;
    /**
     * Clicks of the days that may match the filter or not, because a link or the account had too many different visitors to keep all values together. Absent without a filter.
     */
    missed?: number;
  };
  /**
   * Clicks by each grouping in `groupBy`. Days are in order, other values by clicks, highest first. `Unknown`, `Other` and `Direct` (no referrer) stand for values without a name.
   */
  breakdown?: {
    day?: {
      value: string;
      clicks: number;
    }[];
    country?: {
      value: string;
      clicks: number;
    }[];
    city?: {
      value: string;
      clicks: number;
    }[];
    device?: {
      value: string;
      clicks: number;
    }[];
    browser?: {
      value: string;
      clicks: number;
    }[];
    os?: {
      value: string;
      clicks: number;
    }[];
    referrer?: {
      value: string;
      clicks: number;
    }[];
    language?: {
      value: string;
      clicks: number;
    }[];
  };
  /**
   * An expired link responds 410 to visitors.
   */
  status: 'active' | 'expired';
  /**
   * Why the link is expired; `null` while it is active.
   */
  expiredReason: ('TIME' | 'CLICKS' | 'DELETED' | 'BLOCKED') | null;
  /**
   * Clicks left; `null` without a click limit.
   */
  clicksRemaining: number | null;
  /**
   * The click limit; `null` if there is none.
   */
  maxClicks: number | null;
  /**
   * `true` if visitors need a password.
   */
  hasPassword: boolean;
  /**
   * ISO 8601, UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * When the link expires; `null` if it doesn’t.
   */
  expiresAt: string | null;
}
export interface AccountStatisticsQuery {
  /**
   * Groupings to break the clicks down by, separated by commas. Without it you get totals only.
   */
  groupBy?: ('day' | 'country' | 'city' | 'device' | 'browser' | 'os' | 'referrer' | 'language' | 'tag')[];
  /**
   * First day, inclusive, as `YYYY-MM-DD`. Default: the first stored day. With `start` or `end` you also get `range`, the figures of these days.
   */
  start?: string;
  /**
   * Last day, inclusive, as `YYYY-MM-DD`. Default: today. Breakdowns are stored for 400 days, unless the operator chose another period.
   */
  end?: string;
  /**
   * Time zone in which a day begins and ends, such as `Europe/Berlin`. The other groupings use UTC days, up to now if the range contains today.
   */
  tz?: string;
  /**
   * Filter: count only clicks with this `country`, a value as breakdowns have it.
   */
  country?: string;
  /**
   * Filter: count only clicks with this `city`, a value as breakdowns have it.
   */
  city?: string;
  /**
   * Filter: count only clicks with this `device`, a value as breakdowns have it.
   */
  device?: string;
  /**
   * Filter: count only clicks with this `browser`, a value as breakdowns have it.
   */
  browser?: string;
  /**
   * Filter: count only clicks with this `os`, a value as breakdowns have it.
   */
  os?: string;
  /**
   * Filter: count only clicks with this `referrer`, a value as breakdowns have it.
   */
  referrer?: string;
  /**
   * Filter: count only clicks with this `language`, a value as breakdowns have it.
   */
  language?: string;
  /**
   * Values per grouping. It is also the number of top links, of which you get 10 if you leave it out.
   */
  limit?: number;
  /**
   * Count only links with this tag. If it has more than 10,000 links, only the newest 10,000 are counted and `partial` is `true`.
   */
  tag?: string;
}
/**
 * The statistics of all links of an account, or of one tag.
 */
export interface AccountStatistics {
  /**
   * Clicks of visitors.
   */
  clickCount: number;
  /**
   * Distinct visitors of each UTC day, added up. A visitor who returns on another day counts again.
   */
  uniqueVisitors: number;
  /**
   * Visits of known robots. They don’t count as clicks.
   */
  botHits: number;
  /**
   * Clicks that came from a QR code.
   */
  qrScans: number;
  /**
   * Time of the latest click; `null` before the first.
   */
  lastAccessed: string | null;
  /**
   * The figures of the days from `start` to `end`. Absent if the request names neither of them and no filter.
   */
  range?: {
    /**
     * First day. Without the parameter `start`, it is the first stored day. With a filter it is not before the first day that filters of your plan reach back to.
     */
    start: string;
    /**
     * Last day. Without the parameter `end`, it is today.
     */
    end: string;
    /**
     * Clicks of visitors on the days of `tz`.
     */
    clicks: number;
    /**
     * Distinct visitors of each UTC day, added up.
     */
    uniqueVisitors: number;
    /**
     * Visits of known robots on the UTC days; 0 with a filter, because robots have no values.
     */
    botHits: number;
    /**
     * Clicks that came from a QR code on the UTC days.
     */
    qrScans: number;
    /**
     * Clicks of the days that may match the filter or not, because a link or the account had too many different visitors to keep all values together. Absent without a filter.
     */
    missed?: number;
  };
  /**
   * Clicks by each grouping in `groupBy`. Days are in order, other values by clicks, highest first. `Unknown`, `Other` and `Direct` (no referrer) stand for values without a name.
   */
  breakdown?: {
    day?: {
      value: string;
      clicks: number;
    }[];
    country?: {
      value: string;
      clicks: number;
    }[];
    city?: {
      value: string;
      clicks: number;
    }[];
    device?: {
      value: string;
      clicks: number;
    }[];
    browser?: {
      value: string;
      clicks: number;
    }[];
    os?: {
      value: string;
      clicks: number;
    }[];
    referrer?: {
      value: string;
      clicks: number;
    }[];
    language?: {
      value: string;
      clicks: number;
    }[];
    tag?: {
      value: string;
      clicks: number;
    }[];
  };
  /**
   * The most clicked links, highest first; with a filter those of the days, by the clicks that match.
   */
  topLinks: {
    shortCode: string;
    shortUrl: string;
    url: string;
    clickCount: number;
  }[];
  /**
   * `true` if the figures of a tag leave out older links or days, or if not all links were compared under a filter. Absent otherwise.
   */
  partial?: true;
}
/**
 * A page of tags, in the order of their names. It is short if its tags have very many links.
 */
export interface TagList {
  tags: ListedTag[];
  /**
   * The `cursor` of the next page; `null` on the last page.
   */
  nextCursor: string | null;
}
/**
 * A tag with its links and clicks.
 */
export interface ListedTag {
  /**
   * The name, as it was first written.
   */
  name: string;
  color: ('red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'violet' | 'pink') | null;
  /**
   * Links with this tag, without deleted ones.
   */
  links: number;
  /**
   * Clicks of these links.
   */
  clicks: number;
  /**
   * `true` if only the newest 10,000 links are counted. Absent otherwise.
   */
  partial?: true;
}
/**
 * The fields of a tag to change.
 */
export interface TagChange {
  /**
   * The new name. No other tag of the account may have it.
   */
  name?: string;
  /**
   * `null` removes the color.
   */
  color?: ('red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'violet' | 'pink') | null;
}
/**
 * A tag of the account.
 */
export interface Tag {
  /**
   * The name, as it was first written.
   */
  name: string;
  color: ('red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'violet' | 'pink') | null;
}
export interface QrQuery {
  /**
   * File type of the picture.
   */
  format?: 'svg' | 'png';
  /**
   * Width and height in pixels.
   */
  size?: number;
  /**
   * Error correction: about 7, 15, 25 or 30 % of the code may be damaged.
   */
  level?: 'L' | 'M' | 'Q' | 'H';
  /**
   * Empty space around the code, in modules.
   */
  margin?: number;
  /**
   * Color of the dark modules, as 3 or 6 hexadecimal digits without `#`. Default: black.
   */
  color?: string;
  /**
   * Background color, in the same form. Default: white.
   */
  bgColor?: string;
  /**
   * `true` makes browsers save the picture as a file.
   */
  download?: boolean;
  /**
   * `true` counts visits by this code as scans. The code then holds the short address with `?qr=1`.
   */
  track?: boolean;
  /**
   * `true` puts the logo of the account in the middle, which its owner uploads in the console. The code then has the best level with room for it, and `level` has no effect.
   */
  logo?: boolean;
}
/**
 * The features that a key may use, its limits, and how much of each is left.
 */
export interface Usage {
  /**
   * The plan of the key.
   */
  plan: 'FREE' | 'HOBBY' | 'INDIE' | 'PRO';
  /**
   * Calls in the current 60 seconds, including this one.
   */
  window: {
    /**
     * The most that is allowed.
     */
    limit: number;
    /**
     * How much of it is used.
     */
    used: number;
    /**
     * How much of it is left.
     */
    remaining: number;
    /**
     * ISO 8601, UTC, with milliseconds.
     */
    resetsAt: string;
  };
  /**
   * Calls in the current calendar month, including this one.
   */
  month: {
    /**
     * The most that is allowed.
     */
    limit: number;
    /**
     * How much of it is used.
     */
    used: number;
    /**
     * How much of it is left.
     */
    remaining: number;
    /**
     * ISO 8601, UTC, with milliseconds.
     */
    resetsAt: string;
  };
  /**
   * Links created in the current calendar month; `null` if there is no quota.
   */
  links: {
    /**
     * The most that is allowed.
     */
    limit: number;
    /**
     * How much of it is used.
     */
    used: number;
    /**
     * How much of it is left.
     */
    remaining: number;
    /**
     * ISO 8601, UTC, with milliseconds.
     */
    resetsAt: string;
  } | null;
  /**
   * Active keys of the account. The plan of the account sets the limit, not that of the key.
   */
  activeKeys: {
    /**
     * The most that is allowed.
     */
    limit: number;
    /**
     * How much of it is used.
     */
    used: number;
    /**
     * How much of it is left.
     */
    remaining: number;
  };
  /**
   * Features of the plan. `alias` is `null` if the plan has no aliases.
   */
  features: {
    alias: {
      minLength: number;
      maxLength: number;
    } | null;
    expiresIn: boolean;
    maxClicks: boolean;
    password: boolean;
  };
  /**
   * Features that the operator has switched off for everyone.
   */
  disabled: ('shortening' | 'aliases' | 'passwords' | 'expiration' | 'clickLimits' | 'qr')[];
}
/**
 * What an API key is, and what it may do.
 */
export interface KeySelf {
  /**
   * The ID of the key. It isn’t secret.
   */
  id: string;
  /**
   * The name of the key in the console.
   */
  name: string;
  /**
   * The plan that sets the limits and features of the key.
   */
  plan: 'FREE' | 'HOBBY' | 'INDIE' | 'PRO';
  /**
   * What the key may do. An unrestricted key has all scopes.
   */
  scopes: ('links:create' | 'links:read' | 'links:write' | 'links:delete' | 'stats:read' | 'qr:read')[];
  /**
   * When the key stops working; `null` if it never does.
   */
  expiresAt: string | null;
  /**
   * `own` limits the key to links that it created. `all` covers every link of the account.
   */
  links: 'all' | 'own';
  /**
   * Origins whose web pages may use the key. With `null`, responses have no CORS headers.
   */
  origins: string[] | null;
  /**
   * Calls per minute and per month: the limits of the plan, or those of the key where they are lower.
   */
  limits: {
    perMinute: number;
    perMonth: number;
  };
}
