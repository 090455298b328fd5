/** The rows of the error table. A row is the response to one cause. */

/** The reason phrases of RFC 9110, section 15: the values of `error` in the envelope. */
export const REASON_PHRASES = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
} as const;

/** One row. The refusal's detail replaces `{}` in `message`. */
export type ErrorRow = {
  readonly status: keyof typeof REASON_PHRASES;
  readonly errorType: string;
  readonly message: string;
};

/** Makes an error table whose type keeps the names of the rows. */
export const errorTable = <Code extends string>(rows: Record<Code, ErrorRow>) => rows;
