/** The one way from bodies to links: rules, destinations, quota, codes (specification 2.2). */
import { vetDestinations } from '#api/threats/vet';
import { codeOf } from '#domain/codes';
import type { Link } from '#domain/link';
import { acceptedOf, allOrNone, isRefused, type Outcome, outcomeOf, withAccepted } from '#domain/outcome';
import { Refusal } from '#domain/refusal';
import { createLinks, type VettedRequest } from './create-links';
import type { Draw } from './draw';
import { type Charged, withinQuota } from './link-quota';
import { readLinkRequest, type Terms } from './link-request';

/** How a request makes links: on which terms, whom they are charged to, and what it draws for each, by its place. */
export type Making = Charged & { readonly terms: Terms; readonly drawOf: (item: number) => Draw };

/** A body of POST /v2/shorten; a refusal stands for an item that is none. */
export type Item = Outcome<Record<string, unknown>>;

/**
 * Makes a link of each body. What is refused by one rule takes no part in the next, and costs nothing there.
 * @param isAtomic all of them, or none where one is refused: the others are BATCH_ABORTED then
 * @returns each link, or its refusal
 */
export async function shortenEach(
  making: Making,
  items: readonly Item[],
  { isAtomic = false } = {},
): Promise<Outcome<Link>[]> {
  const { env, now } = making;
  const vetted = await withAccepted(readEach(making, items), (requests) => vetDestinations(env, requests, now));
  const wanted = onePerAlias(vetted);
  return withAccepted(isAtomic ? allOrNone(wanted) : wanted, (requests) =>
    withinQuota(making, requests, async (fitting) =>
      isAtomic && fitting.length < requests.length
        ? fitting.map(() => new Refusal('BATCH_ABORTED'))
        : createLinks(env, fitting, now, isAtomic),
    ),
  );
}

/** Makes the link of one body. @throws Refusal */
export async function shortenOne(making: Making, body: Record<string, unknown>): Promise<Link> {
  const [outcome] = await shortenEach(making, [body]);
  return acceptedOf(outcome as Outcome<Link>);
}

const readEach = ({ terms, drawOf }: Making, items: readonly Item[]) =>
  items.map((body, index) =>
    isRefused(body) ? body : outcomeOf(() => ({ ...readLinkRequest(body, terms), draw: drawOf(index) })),
  );

/** Of several items that want one alias the first has it. */
function onePerAlias(requests: readonly Outcome<VettedRequest>[]): Outcome<VettedRequest>[] {
  const wanted = new Set<string>();
  return requests.map((request) => {
    if (isRefused(request) || request.alias === null) return request;
    const code = codeOf(request.alias);
    if (wanted.has(code)) return new Refusal('ALIAS_TAKEN');
    wanted.add(code);
    return request;
  });
}
