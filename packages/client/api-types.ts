// Generated from /openapi.json by: npx vitest run packages/client/api-types.test.ts -u

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
 * The link to create. `null` for an option means that it is absent.
 */
export interface LinkRequest {
  /**
   * The destination: a full address with `http://` or `https://`, on a public host. It may have 8,192 characters, both as sent and percent-encoded.
   */
  url: string;
  /**
   * The code of the link, if you want to choose it. At least 4 characters on HOBBY, 3 on INDIE and PRO.
   */
  alias?: string | null;
  /**
   * Seconds from now until the link expires. From HOBBY on.
   */
  expiresIn?: number | null;
  /**
   * The number of redirects after which the link expires. They are counted exactly. From HOBBY on.
   */
  maxClicks?: number | null;
  /**
   * The text that visitors must type before they are redirected. From INDIE on.
   */
  password?: string | null;
  /**
   * A title for you, which no visitor sees.
   */
  title?: string | null;
  /**
   * Notes for you, which no visitor sees.
   */
  notes?: string | null;
  /**
   * Names by which you group links. A name that differs from a tag of the account only in case is that tag.
   */
  tags?: string[] | null;
  /**
   * Your own id of the link. No two links of an account have the same one.
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
   * The generated code, or the alias as it was sent.
   */
  shortCode: string;
  /**
   * The destination, as it was sent.
   */
  url: string;
  /**
   * Present if the request had an alias.
   */
  alias?: string;
  /**
   * Present if the request had `expiresIn`.
   */
  expiresAt?: string;
  /**
   * Present if the request had a click limit.
   */
  maxClicks?: number;
  /**
   * ISO 8601, UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * Present if the link has a title.
   */
  title?: string;
  /**
   * Present if the link has notes.
   */
  notes?: string;
  /**
   * Present if the link has tags.
   *
   * @maxItems 20
   */
  tags?: string[];
  /**
   * Present if the link has your own id.
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
         * The generated code, or the alias as it was sent.
         */
        shortCode: string;
        /**
         * The destination, as it was sent.
         */
        url: string;
        /**
         * Present if the request had an alias.
         */
        alias?: string;
        /**
         * ISO 8601, UTC, with milliseconds.
         */
        expiresAt?: string;
        /**
         * Present if the request had a click limit.
         */
        maxClicks?: number;
        /**
         * ISO 8601, UTC, with milliseconds.
         */
        createdAt: string;
        /**
         * Present if the link has a title.
         */
        title?: string;
        /**
         * Present if the link has notes.
         */
        notes?: string;
        /**
         * Present if the link has tags.
         *
         * @maxItems 20
         */
        tags?: string[];
        /**
         * Present if the link has your own id.
         */
        externalId?: string;
      }
    | {
        index: number;
        success: false;
        url?: string;
        alias?: string;
        statusCode: number;
        /**
         * A text for people. Programs should use `errorType`.
         */
        message: string;
        errorType: string;
        /**
         * The seconds to wait, as in the header Retry-After.
         */
        retryAfter?: number;
        /**
         * ISO 8601, UTC, with milliseconds.
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
   * The most links of the page.
   */
  limit?: number;
  /**
   * Only links with this status.
   */
  status?: 'active' | 'expired';
  /**
   * Only links whose code begins with this text.
   */
  prefix?: string;
  /**
   * Only links whose code, title, destination or notes contain this text, of at most 48 bytes.
   */
  search?: string;
  /**
   * Only links with this tag. It may be repeated.
   */
  tag?: string | string[];
  /**
   * Whether a link must have `all` the named tags, as by default, or `any` of them.
   */
  tags?: 'all' | 'any';
  /**
   * Only the link with this id of yours.
   */
  externalId?: string;
  /**
   * Only links that were made at this time or later.
   */
  createdFrom?: string;
  /**
   * Only links that were made at this time or earlier.
   */
  createdTo?: string;
  /**
   * `clicks` and `lastClick` list the first thousand clicked links, the largest number or time first.
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
   * The generated code, or the alias as it was sent.
   */
  shortCode: string;
  /**
   * The destination, as it was sent.
   */
  url: string;
  /**
   * Present if the request had an alias.
   */
  alias?: string;
  /**
   * ISO 8601, UTC, with milliseconds.
   */
  expiresAt?: string;
  /**
   * Present if the request had a click limit.
   */
  maxClicks?: number;
  /**
   * ISO 8601, UTC, with milliseconds.
   */
  createdAt: string;
  /**
   * Present if the link has a title.
   */
  title?: string;
  /**
   * Present if the link has notes.
   */
  notes?: string;
  /**
   * Present if the link has tags.
   *
   * @maxItems 20
   */
  tags?: string[];
  /**
   * Present if the link has your own id.
   */
  externalId?: string;
  status: 'active' | 'expired';
  expiredReason: ('TIME' | 'CLICKS' | 'DELETED' | 'BLOCKED') | null;
  hasPassword: boolean;
}
/**
 * The links to change or to delete. `null` means that a field is absent.
 */
export interface BulkRequest {
  /**
   * The generated codes or the aliases of the links.
   */
  shortCodes?: string[] | null;
  filter?: BulkFilter | null;
  /**
   * `true`: delete the links.
   */
  delete?: true | null;
  /**
   * The number of links that the request names. A deletion requires it; a change may have it.
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
   * Only links whose code begins with this text.
   */
  prefix?: string;
  /**
   * Only links whose code, title, destination or notes contain this text, of at most 48 bytes.
   */
  search?: string;
  /**
   * Only links with this tag. It may be repeated.
   */
  tag?: string | string[];
  /**
   * Whether a link must have `all` the named tags, as by default, or `any` of them.
   */
  tags?: 'all' | 'any';
  /**
   * Only the link with this id of yours.
   */
  externalId?: string;
  /**
   * Only links that were made at this time or later.
   */
  createdFrom?: string;
  /**
   * Only links that were made at this time or earlier.
   */
  createdTo?: string;
}
/**
 * The fields to change, as in an edit of one link. `tags` replaces the tags of each link. `addTags` and `removeTags` leave its other tags; they name no tag twice, and are absent beside `tags`.
 */
export interface BulkChange {
  /**
   * The destination: a full address with `http://` or `https://`, on a public host. It may have 8,192 characters, both as sent and percent-encoded.
   */
  url?: string;
  /**
   * Seconds from now until the link expires. From HOBBY on.
   */
  expiresIn?: number | null;
  /**
   * The number of redirects after which the link expires. They are counted exactly. From HOBBY on.
   */
  maxClicks?: number | null;
  /**
   * The text that visitors must type before they are redirected. From INDIE on.
   */
  password?: string | null;
  /**
   * A title for you, which no visitor sees.
   */
  title?: string | null;
  /**
   * Notes for you, which no visitor sees.
   */
  notes?: string | null;
  /**
   * Names by which you group links. A name that differs from a tag of the account only in case is that tag.
   */
  tags?: string[] | null;
  /**
   * Tags that each link gets, beside those that it has.
   *
   * @minItems 1
   * @maxItems 20
   */
  addTags?: string[];
  /**
   * Tags that each link loses, if it has them.
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
   * A result for each link, in the order in which the request names them.
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
         * The generated code, or the alias as it was sent.
         */
        shortCode: string;
        /**
         * The destination, as it was sent.
         */
        url: string;
        /**
         * Present if the request had an alias.
         */
        alias?: string;
        /**
         * ISO 8601, UTC, with milliseconds.
         */
        expiresAt?: string;
        /**
         * Present if the request had a click limit.
         */
        maxClicks?: number;
        /**
         * ISO 8601, UTC, with milliseconds.
         */
        createdAt: string;
        /**
         * Present if the link has a title.
         */
        title?: string;
        /**
         * Present if the link has notes.
         */
        notes?: string;
        /**
         * Present if the link has tags.
         *
         * @maxItems 20
         */
        tags?: string[];
        /**
         * Present if the link has your own id.
         */
        externalId?: string;
        status: 'active' | 'expired';
        expiredReason: ('TIME' | 'CLICKS' | 'DELETED' | 'BLOCKED') | null;
        hasPassword: boolean;
        /**
         * Present if the link has a title, notes, tags or an `externalId` for which the response has no room: all results have at most 1.9 MB.
         */
        detailsOmitted?: true;
      }
    | {
        index: number;
        success: false;
        /**
         * The code as it was sent; absent if the item is no string, or too long for a code.
         */
        shortCode?: string;
        statusCode: number;
        /**
         * A text for people. Programs should use `errorType`.
         */
        message: string;
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
   * The destination: a full address with `http://` or `https://`, on a public host. It may have 8,192 characters, both as sent and percent-encoded.
   */
  url?: string;
  /**
   * Seconds from now until the link expires. From HOBBY on.
   */
  expiresIn?: number | null;
  /**
   * The number of redirects after which the link expires. They are counted exactly. From HOBBY on.
   */
  maxClicks?: number | null;
  /**
   * The text that visitors must type before they are redirected. From INDIE on.
   */
  password?: string | null;
  /**
   * A title for you, which no visitor sees.
   */
  title?: string | null;
  /**
   * Notes for you, which no visitor sees.
   */
  notes?: string | null;
  /**
   * Names by which you group links. A name that differs from a tag of the account only in case is that tag.
   */
  tags?: string[] | null;
  /**
   * Your own id of the link. No two links of an account have the same one.
   */
  externalId?: string | null;
}
export interface StatisticsQuery {
  /**
   * Groupings by which to break the clicks down, separated by commas.
   */
  groupBy?: ('day' | 'country' | 'city' | 'device' | 'browser' | 'os' | 'referrer' | 'language')[];
  /**
   * The first day.
   */
  start?: string;
  /**
   * The last day.
   */
  end?: string;
  /**
   * The time zone of the days, such as `Europe/Berlin`.
   */
  tz?: string;
  /**
   * Values of a grouping, at most. For `GET /v2/stats` also the number of top links: at most 100, and 10 if left out.
   */
  limit?: number;
}
/**
 * The statistics of a link.
 */
export interface LinkStatistics {
  shortCode: string;
  shortUrl: string;
  url: string;
  status: 'active' | 'expired';
  expiredReason: ('TIME' | 'CLICKS' | 'DELETED' | 'BLOCKED') | null;
  clickCount: number;
  /**
   * The sum of the distinct visitors of each day.
   */
  uniqueVisitors: number;
  /**
   * Visits of known robots, which are no clicks.
   */
  botHits: number;
  /**
   * Clicks that came from a QR code.
   */
  qrScans: number;
  /**
   * The latest click.
   */
  lastAccessed: string | null;
  clicksRemaining: number | null;
  maxClicks: number | null;
  hasPassword: boolean;
  /**
   * ISO 8601, UTC, with milliseconds.
   */
  createdAt: string;
  expiresAt: string | null;
  /**
   * The clicks by each grouping that `groupBy` names. Days come in their order, all other values with the most clicked first.
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
}
export interface AccountStatisticsQuery {
  /**
   * Groupings by which to break the clicks down, separated by commas.
   */
  groupBy?: ('day' | 'country' | 'city' | 'device' | 'browser' | 'os' | 'referrer' | 'language' | 'tag')[];
  /**
   * The first day.
   */
  start?: string;
  /**
   * The last day.
   */
  end?: string;
  /**
   * The time zone of the days, such as `Europe/Berlin`.
   */
  tz?: string;
  /**
   * Values of a grouping, at most. For `GET /v2/stats` also the number of top links: at most 100, and 10 if left out.
   */
  limit?: number;
  /**
   * Only the links with this tag, or the newest 10,000 of them: then `partial` is `true`.
   */
  tag?: string;
}
/**
 * The statistics of all links of an account, or of one tag.
 */
export interface AccountStatistics {
  clickCount: number;
  /**
   * The sum of the distinct visitors of each day.
   */
  uniqueVisitors: number;
  /**
   * Visits of known robots, which are no clicks.
   */
  botHits: number;
  /**
   * Clicks that came from a QR code.
   */
  qrScans: number;
  /**
   * The latest click.
   */
  lastAccessed: string | null;
  topLinks: {
    shortCode: string;
    shortUrl: string;
    url: string;
    clickCount: number;
  }[];
  /**
   * The clicks by each grouping that `groupBy` names. Days come in their order, all other values with the most clicked first.
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
   * Present if the figures of a tag leave out links beyond its newest ones, or their older days.
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
   * The name, as it was first typed.
   */
  name: string;
  color: ('red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'violet' | 'pink') | null;
  /**
   * Its links, without deleted ones.
   */
  links: number;
  /**
   * The clicks of these links; `null` while the platform cannot sum them.
   */
  clicks: number | null;
  /**
   * Present if only its 10000 newest links are counted.
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
   * The name, as it was first typed.
   */
  name: string;
  color: ('red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'violet' | 'pink') | null;
}
export interface QrQuery {
  format?: 'svg' | 'png';
  /**
   * Side of the picture in pixels.
   */
  size?: number;
  /**
   * How much of the code may be lost: about 7, 15, 25 or 30 %.
   */
  level?: 'L' | 'M' | 'Q' | 'H';
  /**
   * Modules of empty space around the code.
   */
  margin?: number;
  /**
   * Color of the dark modules: three or six hexadecimal digits without #.
   */
  color?: string;
  /**
   * Color of the background, likewise.
   */
  bgColor?: string;
  /**
   * Whether a browser saves the picture as a file.
   */
  download?: boolean;
  /**
   * Whether visits by this code count as scans: the code holds the short address with `?qr=1`.
   */
  track?: boolean;
}
/**
 * The features that a key may use, its limits, and how much of each is left.
 */
export interface Usage {
  plan: 'FREE' | 'HOBBY' | 'INDIE' | 'PRO';
  /**
   * Calls in the current 60 seconds, this one included.
   */
  window: {
    limit: number;
    used: number;
    remaining: number;
    /**
     * ISO 8601, UTC, with milliseconds.
     */
    resetsAt: string;
  };
  /**
   * Calls in the current calendar month, this one included.
   */
  month: {
    limit: number;
    used: number;
    remaining: number;
    /**
     * ISO 8601, UTC, with milliseconds.
     */
    resetsAt: string;
  };
  /**
   * Links created in the current calendar month; `null` if no quota limits them.
   */
  links: {
    limit: number;
    used: number;
    remaining: number;
    /**
     * ISO 8601, UTC, with milliseconds.
     */
    resetsAt: string;
  } | null;
  /**
   * Active keys of the account. The plan of the account limits them, not the plan of the key.
   */
  activeKeys: {
    limit: number;
    used: number;
    remaining: number;
  };
  /**
   * The features of the plan. `alias` is `null` if the plan has no aliases.
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
   * The features that the operator has switched off for everybody.
   */
  disabled: ('shortening' | 'aliases' | 'passwords' | 'expiration' | 'clickLimits' | 'qr')[];
}
/**
 * What an API key is, and what it may do.
 */
export interface KeySelf {
  /**
   * The id of the key, which is no secret.
   */
  id: string;
  /**
   * The name of the key in the console.
   */
  name: string;
  /**
   * The plan whose limits and features the key has.
   */
  plan: 'FREE' | 'HOBBY' | 'INDIE' | 'PRO';
  /**
   * What the key may do: all scopes if it is not restricted.
   */
  scopes: ('links:create' | 'links:read' | 'links:write' | 'links:delete' | 'stats:read' | 'qr:read')[];
  /**
   * The key is refused from this time on; `null`: it does not expire.
   */
  expiresAt: string | null;
  /**
   * `own`: the key reaches only the links that it has made.
   */
  links: 'all' | 'own';
  /**
   * The origins whose pages may use the key; `null`: responses have no CORS headers.
   */
  origins: string[] | null;
  /**
   * The limits in force: those of the plan, or those of the key where they are lower.
   */
  limits: {
    perMinute: number;
    perMonth: number;
  };
}
