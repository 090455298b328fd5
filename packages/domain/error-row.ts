/** A row of the error table: what a cause is answered with. */

/** RFC 9110, section 15: the phrase that `error` carries. */
export const REASON_PHRASES = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
} as const;

/** `{}` in a message stands for the refusal's detail. */
export type ErrorRow = {
  readonly status: keyof typeof REASON_PHRASES;
  readonly errorType: string;
  readonly message: string;
};

/** Keeps the names of the rows as the table's type. */
export const errorTable = <Code extends string>(rows: Record<Code, ErrorRow>) => rows;
