/** Counting what was gathered: from what requests said to tallies by link and day. */
import { type Batch, type BatchEntry, batchId, encodeEntries } from '#domain/click-batch';
import { addClick, dayOf, emptyTally } from '#domain/tally';
import { networkOf } from '#secrets/client-address';
import type { Click } from './click';
import { profileOf } from './profile';
import { isRobotAgent } from './robots';

/** The object keeps a batch as one value, which holds at most 2 MB (developers.cloudflare.com/durable-objects/platform/limits/). */
const CLICKS_PER_BATCH = 2_500;

/** Batches of these clicks, each under an id of its own. */
export function sealClicks(clicks: readonly Click[]): Batch[] {
  const batches: Batch[] = [];
  for (let from = 0; from < clicks.length; from += CLICKS_PER_BATCH) {
    batches.push(sealed(clicks.slice(from, from + CLICKS_PER_BATCH)));
  }
  return batches;
}

function sealed(clicks: readonly Click[]): Batch {
  const entries = new Map<string, BatchEntry & { readonly visitors: Set<number> }>();
  const visitors = new Map<string, number>();
  for (const click of clicks) {
    const { linkId, code, at } = click;
    const day = dayOf(at);
    const name = `${linkId} ${day}`;
    const entry = entries.get(name) ?? { linkId, code, day, tally: emptyTally(), visitors: new Set<number>() };
    entries.set(name, entry);
    if (isRobotAgent(click.userAgent)) {
      entry.tally.robots += 1;
      continue;
    }
    addClick(entry.tally, at, isScan(click), click.isPrivate ? null : profileOf(click));
    if (!click.isPrivate) entry.visitors.add(placeOf(visitorOf(click), visitors));
  }
  return {
    id: batchId(Date.now(), crypto.randomUUID()),
    entries: encodeEntries([...entries.values()]),
    visitors: [...visitors.keys()],
  };
}

/** Two user agents that differ only beyond this are one. */
const MAX_AGENT_LENGTH = 500;

/** A visitor is a network and a user agent, for a day. */
const visitorOf = ({ address, userAgent }: Click): string =>
  `${networkOf(address)} ${userAgent.slice(0, MAX_AGENT_LENGTH)}`;

function placeOf(visitor: string, visitors: Map<string, number>): number {
  const place = visitors.get(visitor) ?? visitors.size;
  visitors.set(visitor, place);
  return place;
}

/** `?qr=1`, which our QR codes carry where their owner wants scans counted (answers, section 10). */
const isScan = ({ query }: Click): boolean => query !== '' && new URLSearchParams(query).get('qr') === '1';
