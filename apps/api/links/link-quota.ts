/** The quota of links made per calendar month: off unless the operator sets one (specification 4.5). */
import { monthExceeded } from '#api/http/metering';
import type { Env } from '#api/platform/env';
import { isRefused, type Outcome } from '#domain/outcome';
import { monthEndsAt } from '#domain/window';
import { logFault } from '#store/log-fault';
import { callObject } from '#store/object-call';

/** Whose links are charged: the object that counts them, and how many a month may have (null: no quota). */
export type Charged = {
  readonly env: Env;
  readonly meterName: string;
  readonly quota: number | null;
  readonly now: number;
  readonly requestId: string;
};

/**
 * Makes links within a quota: charges them first, gives back what was not made.
 * @param make makes links of the first requests, as many as fit; it is not called where none does
 * @returns what `make` returned, and the refusal LINKS_EXCEEDED for those that do not fit
 */
export async function withinQuota<Request, T>(
  { env, meterName, quota, now, requestId }: Charged,
  requests: readonly Request[],
  make: (fitting: readonly Request[]) => Promise<Outcome<T>[]>,
): Promise<Outcome<T>[]> {
  if (quota === null) return make(requests);

  const meter = () => env.KEYS.getByName(meterName);
  const { granted, month } = await callObject(meter, async (stub) => await stub.chargeLinks(requests.length, quota));
  let made = 0;
  try {
    const outcomes = granted === 0 ? [] : await make(requests.slice(0, granted));
    made = outcomes.filter((outcome) => !isRefused(outcome)).length;
    const exceeded = monthExceeded('LINKS_EXCEEDED', monthEndsAt(month), now);
    return [...outcomes, ...requests.slice(granted).map(() => exceeded)];
  } finally {
    if (made < granted) {
      // What became of the links is told, even where their object cannot take the charge back.
      await callObject(meter, async (stub) => await stub.refundLinks(granted - made, month)).catch((away) =>
        logFault(away, { doing: 'refund links', requestId }),
      );
    }
  }
}
