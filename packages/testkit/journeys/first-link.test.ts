/** Journeys from a new key to a redirect, over HTTP through both workers, with the client that users install. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readQr } from '#testkit/read-qr';
import { type Service, startService } from '../service';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.close());

it('a new key makes a link, and the link redirects a visitor', async () => {
  const swiftlet = await service.newClient();
  expect((await service.visit('/hello-world')).status).toBe(404);
  const { shortUrl } = await swiftlet.shorten({ url: 'https://example.com/a', alias: 'Hello-World' });

  const visit = await service.visit(shortUrl.toLowerCase());
  expect(visit.status).toBe(302);
  expect(visit.headers.get('Location')).toBe('https://example.com/a');
});

it('the built worker draws a QR code, and counts its scan', async () => {
  const swiftlet = await service.newClient();
  await swiftlet.shorten({ url: 'https://example.com/q', alias: 'Scanned-One' });
  const { bytes } = await swiftlet.qr('scanned-one', { track: true });
  const address = readQr(bytes) ?? '';
  expect(address).toBe('http://s.example.com/Scanned-One?qr=1');

  expect((await service.visit(address)).headers.get('Location')).toBe('https://example.com/q');
  await expect
    .poll(() => swiftlet.statistics('scanned-one'), { timeout: 60_000 })
    .toMatchObject({ clickCount: 1, qrScans: 1 });
});

it('the redirect worker still responds after a body that is far too long for a password', async () => {
  const swiftlet = await service.newClient();
  const { shortUrl } = await swiftlet.shorten({ url: 'https://example.com/b', alias: 'locked-one', password: 'right' });
  for (const length of [100_000, 3_000_000]) {
    const response = await service.visit(shortUrl, { method: 'POST', body: `password=${'x'.repeat(length)}` });
    expect(response.status).toBe(401);
    for (let i = 0; i < 5; i++) expect((await service.visit('/.health')).status).toBe(200);
  }
});

it('every edit of a limited link applies at once in a worker that has cached the old edge entry', async () => {
  const swiftlet = await service.newClient();
  const { shortUrl } = await swiftlet.shorten({ url: 'https://example.com/c', alias: 'edited-one', maxClicks: 10 });
  const visit = async () => {
    const response = await service.visit(shortUrl);
    return `${response.status} ${response.headers.get('Location')}`;
  };
  expect(await visit()).toBe('302 https://example.com/c');
  await swiftlet.edit('edited-one', { maxClicks: null });
  // After a new limit the link's counter reads the earlier clicks from the account's statistics.
  await swiftlet.edit('edited-one', { maxClicks: 2, url: 'https://example.com/d' });
  expect([await visit(), await visit()]).toEqual(['302 https://example.com/d', '410 null']);
  await swiftlet.edit('edited-one', { maxClicks: 3, password: 'a word' });
  expect(await visit()).toBe('200 null');

  expect(await swiftlet.linksPage()).toMatchObject({
    links: [{ shortCode: 'edited-one', status: 'active', maxClicks: 3, hasPassword: true }],
    nextCursor: null,
  });
});
