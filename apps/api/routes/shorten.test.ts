/** POST /v2/shorten: the fields of a plain link, aliases, and the plan (specification 7.1). */
import { describe, expect, it } from 'vitest';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();

describe('a 201 of POST /v2/shorten', () => {
  it('has exactly four fields if the request has no option', async () => {
    const { key } = await world.newKey('FREE');
    const response = await world.shorten(key, { url: ' https://example.com/a?b=c#d ' });
    const link = (await response.json()) as Record<string, string>;
    expect(response.status).toBe(201);
    expect(Object.keys(link).sort()).toEqual(['createdAt', 'shortCode', 'shortUrl', 'url']);
    expect(link.shortCode).toMatch(/^[23456789abcdefghjkmnpqrstuvwxyz]{7}$/);
    expect(link.shortUrl).toBe(`https://s.example.com/${link.shortCode}`);
    expect(link.url).toBe('https://example.com/a?b=c#d');
    expect(link.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('has the alias as it was sent', async () => {
    const { key } = await world.newKey('HOBBY');
    const alias = freshAlias('Promo');
    const response = await world.shorten(key, { url: 'https://example.com', alias });
    expect(await response.json()).toMatchObject({
      alias,
      shortCode: alias,
      shortUrl: `https://s.example.com/${alias}`,
    });
  });
});

describe('a 400 of POST /v2/shorten', () => {
  it('refuses an alias that differs from a taken alias only by case', async () => {
    const { key } = await world.newKey('HOBBY');
    const alias = freshAlias('case');
    await world.shorten(key, { url: 'https://example.com', alias });
    const response = await world.shorten(key, { url: 'https://example.com', alias: alias.toUpperCase() });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message: 'Alias is already taken', errorType: 'ALIAS_TAKEN' });
  });

  it('refuses 49 of fifty simultaneous requests for the same alias', async () => {
    const { key } = await world.newKey('PRO');
    const alias = freshAlias('race');
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, i) => world.shorten(key, { url: `https://example.com/${i}`, alias })),
    );
    const winners = responses.filter((response) => response.status === 201);
    expect(winners).toHaveLength(1);
    const losers = responses.filter((response) => response.status === 400);
    expect(losers).toHaveLength(49);
    const won = await winners[0]?.json<{ url: string }>();
    expect((await world.visit(alias)).headers.get('Location')).toBe(won?.url);
  });
});

describe('a 403 of POST /v2/shorten', () => {
  it('refuses an alias on FREE under the strict policy', async () => {
    const { key } = await world.newKey('FREE');
    const response = await world.shorten(key, { url: 'https://example.com', alias: freshAlias() });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ message: 'Your current plan does not include this feature.' });
  });
});
