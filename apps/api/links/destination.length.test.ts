/**
 * The length limit of a destination. It applies to the percent-encoded form, in which an emoji has twelve characters.
 */
import { describe, expect, it } from 'vitest';
import { createWorld, freshAlias, type NewKey } from '#testkit/world';
import { BatchRecord } from './batch-record';

const world = createWorld({ LEGACY_SHORTEN: 'on' });
const MESSAGE = 'Please provide a valid URL';

/** Returns an address with this many characters in its parsed form, in which an é has six. */
const makeUrl = (characters: number, rest = '') =>
  `https://example.com/${'é'.repeat(Math.floor((characters - 20) / 6))}${'a'.repeat((characters - 20) % 6)}${rest}`;
const LONGEST = makeUrl(8_192);
const TOO_LONG = makeUrl(8_193);

async function refusal(answer: Promise<Response>) {
  const response = await answer;
  return [response.status, (await response.json<{ message: string }>()).message];
}

const edit = ({ key }: NewKey, alias: string, body: Record<string, unknown>) =>
  world.v2(key, 'PATCH', `/links/${alias}`, body);

describe('a new destination', () => {
  it('of 8,192 characters in its parsed form is accepted, and the link redirects to it', async () => {
    const { key } = await world.newKey();
    const alias = freshAlias('long');
    expect((await world.shorten(key, { url: LONGEST, alias })).status).toBe(201);
    expect((await world.visit(alias)).headers.get('Location')).toHaveLength(8_192);
  });

  it('that is longer in its parsed form is refused by every endpoint', async () => {
    const owner = await world.newKey();
    const alias = freshAlias('long');
    await world.shorten(owner.key, { url: 'https://example.com/', alias });
    const legacy = world.call('POST', '/shorten', {
      headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': '192.0.2.61' },
      body: JSON.stringify({ url: TOO_LONG }),
    });
    expect(TOO_LONG.length).toBeLessThan(8_192);
    expect(await refusal(world.shorten(owner.key, { url: TOO_LONG }))).toEqual([400, MESSAGE]);
    expect(await refusal(edit(owner, alias, { url: TOO_LONG }))).toEqual([400, MESSAGE]);
    expect(await refusal(legacy)).toEqual([400, MESSAGE]);
    const batch = await world.shortenBatch(owner.key, [{ url: TOO_LONG }, { url: LONGEST }]);
    expect(BatchRecord.parse(await batch.json()).results).toMatchObject([
      { success: false, statusCode: 400, message: MESSAGE },
      { success: true },
    ]);
  });

  it.each(['https://example.com/#', 'https://example.com/?q=', 'https://example.com:8443/'])(
    'is measured with its port, its query and its fragment: %s…',
    async (start) => {
      const { key } = await world.newKey();
      expect(await refusal(world.shorten(key, { url: start + 'é'.repeat(1_400) }))).toEqual([400, MESSAGE]);
    },
  );
});
