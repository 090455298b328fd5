/** What a key has left, by the headers of a response. */

export type Allowance = {
  readonly limit: number;
  readonly remaining: number;
  /** When the whole allowance is available again. */
  readonly resetsAt: Date;
};

export type Limits = {
  /** The name of the key. */
  readonly keyName: string;
  /** Requests in 60 seconds. */
  readonly window: Allowance;
  /** Calls in a calendar month, UTC. */
  readonly month: Allowance;
};

/** Reads the limits of a response. Null for a response without limits, before which the API has checked no key. */
export function limitsOf(headers: Headers): Limits | null {
  const keyName = headers.get('X-API-Key-Name');
  const window = allowanceOf(headers, 'X-RateLimit');
  const month = allowanceOf(headers, 'X-Quota');
  return keyName === null || window === null || month === null ? null : { keyName, window, month };
}

function allowanceOf(headers: Headers, kind: string): Allowance | null {
  const [limit, remaining, reset] = ['Limit', 'Remaining', 'Reset'].map((part) => headers.get(`${kind}-${part}`));
  if (limit == null || remaining == null || reset == null) return null;
  return { limit: Number(limit), remaining: Number(remaining), resetsAt: new Date(Number(reset) * 1_000) };
}
