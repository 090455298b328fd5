/** The life of a link from creation to deletion, over HTTP through both workers, with the client that users install. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Service, startService } from '../service';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.close());

it('a link is created, visited, counted, edited, drawn as a QR code, listed and deleted', async () => {
  const swiftlet = await service.newClient('PRO');
  const { shortCode, shortUrl } = await swiftlet.shorten({ url: 'https://example.com/first', maxClicks: 5 });

  const visits = await Promise.all(Array.from({ length: 3 }, () => service.visit(shortUrl)));
  expect(visits.map((visit) => visit.headers.get('Location'))).toEqual(Array(3).fill('https://example.com/first'));

  // The count of a limited link is exact at once; its breakdown follows within five seconds.
  expect(await swiftlet.statistics(shortCode)).toMatchObject({ clickCount: 3, clicksRemaining: 2 });
  await expect
    .poll(async () => (await swiftlet.statistics(shortCode, { groupBy: ['day'] })).breakdown?.day?.[0]?.clicks, {
      timeout: 60_000,
      interval: 200,
    })
    .toBe(3);

  const edited = await swiftlet.edit(shortCode, { url: 'https://example.com/second', maxClicks: 4 });
  expect(edited).toMatchObject({ url: 'https://example.com/second', maxClicks: 4, status: 'active' });
  const fourth = await service.visit(shortUrl);
  expect(fourth.headers.get('Location')).toBe('https://example.com/second');
  expect((await service.visit(shortUrl)).status).toBe(410);
  expect(await swiftlet.link(shortCode)).toMatchObject({ status: 'expired', expiredReason: 'CLICKS' });

  await swiftlet.edit(shortCode, { maxClicks: null });
  const { type, bytes } = await swiftlet.qr(shortCode, { format: 'svg' });
  expect([type, bytes.length > 1_000]).toEqual(['image/svg+xml', true]);
  for await (const link of swiftlet.links({ status: 'active' })) expect(link.shortCode).toBe(shortCode);

  await swiftlet.remove(shortCode);
  expect((await service.visit(shortUrl)).status).toBe(410);
  expect((await swiftlet.usage()).month.remaining).toBe(swiftlet.limits?.month.remaining);
});
