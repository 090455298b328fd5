// Made from /openapi.json. To make it anew: npm test -- packages/client/api-types.test.ts -u

/**
 * What a refusal is called, to program against.
 */
export type ErrorType =
  | 'ALIAS_RESERVED'
  | 'ALIAS_TAKEN'
  | 'API_KEY_INVALID'
  | 'API_KEY_REQUIRED'
  | 'BATCH_ABORTED'
  | 'BLOCKED'
  | 'BODY_TOO_LARGE'
  | 'EXPIRED'
  | 'FEATURE_DISABLED'
  | 'FEATURE_NOT_ON_PLAN'
  | 'FIELD_NOT_ALLOWED'
  | 'HTTPS_REQUIRED'
  | 'IDEMPOTENCY_KEYS_EXCEEDED'
  | 'IDEMPOTENCY_KEY_IN_USE'
  | 'IDEMPOTENCY_KEY_REUSED'
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
  | 'QUOTA_EXCEEDED'
  | 'RATE_LIMIT_EXCEEDED'
  | 'SEARCH_LIMIT_EXCEEDED'
  | 'UNAVAILABLE';

/**
 * What a link is to be. `null` for an option means without it.
 */
export interface LinkRequest {
  /**
   * Where the link leads: a full address with `http://` or `https://`, on a public host. Percent-encoded, too, it has at most 8,192 characters.
   */
  url: string;
  /**
   * The code you want. At least 4 characters on HOBBY, 3 on INDIE and PRO.
   */
  alias?: string | null;
  /**
   * Seconds from now until the link expires. From HOBBY on.
   */
  expiresIn?: number | null;
  /**
   * Redirects until the link expires, counted exactly. From HOBBY on.
   */
  maxClicks?: number | null;
  /**
   * What visitors must type first. From INDIE on.
   */
  password?: string | null;
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
   * Generated code, or the alias as it was typed.
   */
  shortCode: string;
  /**
   * The destination, as it was sent.
   */
  url: string;
  /**
   * There if one was asked for.
   */
  alias?: string;
  /**
   * There if `expiresIn` was asked for.
   */
  expiresAt?: string;
  /**
   * There if a click limit was asked for.
   */
  maxClicks?: number;
  /**
   * ISO 8601, UTC, with milliseconds.
   */
  createdAt: string;
}
/**
 * What became of a batch.
 */
export interface Batch {
  /**
   * One per item, in order.
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
         * Generated code, or the alias as it was typed.
         */
        shortCode: string;
        /**
         * The destination, as it was sent.
         */
        url: string;
        /**
         * There if one was asked for.
         */
        alias?: string;
        /**
         * ISO 8601, UTC, with milliseconds.
         */
        expiresAt?: string;
        /**
         * There if a click limit was asked for.
         */
        maxClicks?: number;
        /**
         * ISO 8601, UTC, with milliseconds.
         */
        createdAt: string;
      }
    | {
        index: number;
        success: false;
        url?: string;
        alias?: string;
        statusCode: number;
        /**
         * For people. Program against `errorType`.
         */
        message: string;
        errorType: string;
        /**
         * Seconds, as in the header Retry-After.
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
   * `nextCursor` of the page before.
   */
  cursor?: string;
  /**
   * Links of the page, at most.
   */
  limit?: number;
  /**
   * Only links that are.
   */
  status?: 'active' | 'expired';
  /**
   * The beginning of a code.
   */
  prefix?: string;
  /**
   * Inside the code or the destination; at most 48 bytes.
   */
  search?: string;
}
/**
 * A page of links. It may be short, even empty, and not the last: `nextCursor` alone tells.
 */
export interface LinkList {
  links: ManagedLink[];
  /**
   * Ask for the next page with it; null: this is the last one.
   */
  nextCursor: string | null;
}
/**
 * A short link, and whether it still leads anywhere.
 */
export interface ManagedLink {
  /**
   * The short address.
   */
  shortUrl: string;
  /**
   * Generated code, or the alias as it was typed.
   */
  shortCode: string;
  /**
   * The destination, as it was sent.
   */
  url: string;
  /**
   * There if one was asked for.
   */
  alias?: string;
  /**
   * ISO 8601, UTC, with milliseconds.
   */
  expiresAt?: string;
  /**
   * There if a click limit was asked for.
   */
  maxClicks?: number;
  /**
   * ISO 8601, UTC, with milliseconds.
   */
  createdAt: string;
  status: 'active' | 'expired';
  expiredReason: ('TIME' | 'CLICKS' | 'DELETED' | 'BLOCKED') | null;
  hasPassword: boolean;
}
/**
 * What of a link is to change.
 */
export interface LinkEdit {
  /**
   * Where the link leads: a full address with `http://` or `https://`, on a public host. Percent-encoded, too, it has at most 8,192 characters.
   */
  url?: string;
  /**
   * Seconds from now until the link expires. From HOBBY on.
   */
  expiresIn?: number | null;
  /**
   * Redirects until the link expires, counted exactly. From HOBBY on.
   */
  maxClicks?: number | null;
  /**
   * What visitors must type first. From INDIE on.
   */
  password?: string | null;
}
export interface StatisticsQuery {
  /**
   * Break the clicks down by these, separated by commas.
   */
  groupBy?: ('day' | 'country' | 'city' | 'device' | 'browser' | 'os' | 'referrer' | 'language')[];
  /**
   * First day.
   */
  start?: string;
  /**
   * Last day.
   */
  end?: string;
  /**
   * Time zone of the days, like `Europe/Berlin`.
   */
  tz?: string;
  /**
   * Values of a grouping, at most. For `GET /v2/stats` top links too, at most 100, 10 if left out.
   */
  limit?: number;
}
/**
 * What is known of the clicks of a link.
 */
export interface LinkStatistics {
  shortCode: string;
  shortUrl: string;
  url: string;
  status: 'active' | 'expired';
  expiredReason: ('TIME' | 'CLICKS' | 'DELETED' | 'BLOCKED') | null;
  clickCount: number;
  /**
   * The sum of what each day had of distinct visitors.
   */
  uniqueVisitors: number;
  /**
   * Visits of known robots, which are no clicks.
   */
  botHits: number;
  /**
   * Clicks that came by the QR code.
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
   * By grouping, as far as `groupBy` names it: days in their order, all else the most clicked first.
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
/**
 * What is known of the clicks of all links of an account.
 */
export interface AccountStatistics {
  clickCount: number;
  /**
   * The sum of what each day had of distinct visitors.
   */
  uniqueVisitors: number;
  /**
   * Visits of known robots, which are no clicks.
   */
  botHits: number;
  /**
   * Clicks that came by the QR code.
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
   * By grouping, as far as `groupBy` names it: days in their order, all else the most clicked first.
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
export interface QrQuery {
  format?: 'svg' | 'png';
  /**
   * Pixels a side.
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
   * Of the modules: hexadecimal digits without #.
   */
  color?: string;
  /**
   * Of what is behind them.
   */
  bgColor?: string;
  /**
   * Have a browser save the picture.
   */
  download?: boolean;
  /**
   * Count visits by this code as scans: it leads to the address with `?qr=1`.
   */
  track?: boolean;
}
/**
 * What a key may do, and what is left of it.
 */
export interface Usage {
  plan: 'FREE' | 'HOBBY' | 'INDIE' | 'PRO';
  /**
   * Calls in the 60 seconds under way, this one included.
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
   * Calls in the calendar month, this one included.
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
   * Links made in the calendar month; `null` where no quota limits them.
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
   * Active keys of the account, by its own plan.
   */
  activeKeys: {
    limit: number;
    used: number;
    remaining: number;
  };
  /**
   * What the plan grants; `alias` is `null` where it grants none.
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
   * What the platform has switched off for everybody.
   */
  disabled: ('shortening' | 'aliases' | 'passwords' | 'expiration' | 'clickLimits' | 'qr')[];
}
