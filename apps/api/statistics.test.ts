import { describe, expect, it } from 'vitest';
import { createWorld, freshAlias } from '#testkit/world';

const url = 'https://example.com/there';

describe('smoke', () => {
  it('counts', async () => {
    const world = createWorld();
    const { key } = await world.newKey('PRO');
    const alias = freshAlias('stat');
    await world.shorten(key, { url, alias });
    for (let i = 0; i < 3; i++)
      await world.visit(alias, {
        headers: {
          'User-Agent':
            'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
          Referer: 'https://news.example/x?y',
        },
        cf: { country: 'DE', city: 'Köln' } as never,
      });
    await world.visit(alias, { headers: { 'User-Agent': 'Twitterbot/1.0' } });
    const r = await world.v2(
      key,
      'GET',
      `/stats/${alias}?groupBy=day,country,city,device,browser,os,referrer,language`,
    );
    console.log(r.status, JSON.stringify(await r.json(), null, 1));
    const t = await world.v2(key, 'GET', `/stats`);
    console.log(t.status, JSON.stringify(await t.json(), null, 1));
    const csv = await world.call('GET', `/v2/stats/${alias}?groupBy=browser`, {
      headers: { Authorization: `Bearer ${key}`, Accept: 'text/csv' },
    });
    console.log(await csv.text());
    expect(r.status).toBe(200);
  });
});
