export type ErrorType = 'ALIAS_TAKEN' | 'IDEMPOTENCY_KEY_IN_USE' | 'NOT_FOUND';
export interface LinkRequest {
  url: string;
  alias?: string | null;
  expiresIn?: number | null;
  maxClicks?: number | null;
  password?: string | null;
}
export interface Link {
  shortUrl: string;
  shortCode: string;
  url: string;
  alias?: string;
  expiresAt?: string;
  maxClicks?: number;
  createdAt: string;
}
export interface Batch {
  results: (
    | ({ index: number; success: true } & Link)
    | {
        index: number;
        success: false;
        url?: string;
        alias?: string;
        statusCode: number;
        message: string;
        errorType: string;
        retryAfter?: number;
        resetDate?: string;
      }
  )[];
  summary: { total: number; succeeded: number; failed: number };
}
export interface ManagedLink extends Link {
  status: 'active' | 'expired';
  expiredReason: 'TIME' | 'CLICKS' | 'DELETED' | 'BLOCKED' | null;
  hasPassword: boolean;
}
export interface LinkList {
  links: ManagedLink[];
  nextCursor: string | null;
}
export interface LinksQuery {
  cursor?: string;
  limit?: number;
  status?: 'active' | 'expired';
  prefix?: string;
  search?: string;
}
export interface LinkEdit {
  url?: string;
  expiresIn?: number | null;
  maxClicks?: number | null;
  password?: string | null;
}
type Groups = { value: string; clicks: number }[];
export interface StatisticsQuery {
  groupBy?: ('day' | 'country')[];
  start?: string;
  end?: string;
  tz?: string;
  limit?: number;
}
export interface LinkStatistics {
  clickCount: number;
  breakdown?: { day?: Groups; country?: Groups };
}
export interface AccountStatistics {
  clickCount: number;
  topLinks: { shortCode: string; shortUrl: string; url: string; clickCount: number }[];
}
export interface QrQuery {
  format?: 'png' | 'svg';
  size?: number;
  level?: 'L' | 'M' | 'Q' | 'H';
  margin?: number;
  color?: string;
  bgColor?: string;
  download?: boolean;
  track?: boolean;
}
export interface Usage {
  plan: string;
}
