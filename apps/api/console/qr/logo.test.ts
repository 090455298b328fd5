/** The logo and the look of QR codes that an account keeps, by the forms of the studio (specification 9.4, 14.5). */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { decodePng } from '#api/qr/decode-png';
import { writeChunk } from '#api/qr/png';
import { type Browser, newDeveloper } from '#testkit/browser';
import { type LogoName, makePng, paintLogo, toBase64 } from '#testkit/logo';
import { readQr } from '#testkit/read-qr';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();

async function openStudio() {
  const { browser, accountId } = await newDeveloper(world);
  const alias = freshAlias('Qr');
  await browser.post('/links', { url: 'https://example.com/', alias });
  return { browser, accountId, alias, studio: `/links/${alias}/qr` };
}

const png = (name: LogoName = 'disc', side = 20) => new Blob([paintLogo(name, side)], { type: 'image/png' });

const readStyle = (accountId: string) =>
  env.DB.prepare('SELECT color, bg_color, has_logo, logo FROM qr_styles WHERE account_id = ?1').bind(accountId).first();

const readSvg = (browser: Browser, studio: string, query = '') => browser.text(`${studio}/picture?format=svg${query}`);

it('a logo that is uploaded stands in every QR code of the account, until it is replaced or removed', async () => {
  const { browser, accountId, alias, studio } = await openStudio();
  expect(await browser.text(studio)).toContain('<a href="#kept">Upload a logo</a>');
  const query = 'size=400&margin=2&color=1b2f6b';
  const uploaded = await browser.upload(`${studio}/logo`, { logo: png(), query });
  expect([uploaded.status, uploaded.headers.get('Location')]).toEqual([303, `/console${studio}?${query}&logo=true`]);
  const page = await browser.follow(uploaded);
  expect(page).toContain('The logo is uploaded.');
  expect(page).toContain('Replace logo');
  expect(await readStyle(accountId)).toMatchObject({ has_logo: 1, logo: expect.stringMatching(/^iVBORw0KGgo/) });

  const stored = await browser.get('/account/logo');
  expect(stored.headers.get('Content-Type')).toBe('image/png');
  const file = toBase64(new Uint8Array(await stored.arrayBuffer()));
  expect(await readSvg(browser, studio)).toContain(`xlink:href="data:image/png;base64,${file}"`);
  expect(await readSvg(browser, studio, '&logo=false')).not.toContain('<image');
  const small = await (await browser.get(`${studio}?size=100&margin=16`)).text();
  expect(small).toMatch(/id="size-error">This code needs 1\d\d pixels or more as a PNG\.</);
  const picture = await browser.get(`${studio}/picture?size=400`);
  expect(readQr(new Uint8Array(await picture.arrayBuffer()))).toContain(`/${alias}?qr=1`);
  expect(picture.headers.get('Content-Security-Policy')).toMatch(/img-src 'self' data:$/);

  await browser.upload(`${studio}/logo`, { logo: png('rings', 30) });
  expect(await readSvg(browser, studio)).not.toContain(file);
  const removed = await browser.send(studio, `${studio}/logo/remove`);
  expect(await browser.follow(removed)).toContain('The logo is removed.');
  expect(await readSvg(browser, studio, '&logo=true')).not.toContain('<image');
  expect((await browser.get('/account/logo')).status).toBe(404);
  expect(await readStyle(accountId)).toMatchObject({ has_logo: 0, logo: null });

  const activity = await browser.text('/activity?kind=qr');
  expect(activity.match(/(A|The) logo for QR codes was (uploaded|removed)/g)?.sort()).toEqual([
    'A logo for QR codes was uploaded',
    'A logo for QR codes was uploaded',
    'The logo for QR codes was removed',
  ]);
});

describe('a file that is no logo', () => {
  const bomb = makePng({ width: 1_000, height: 1_000, type: 6 }, new Uint8Array(60_000_000));
  const disc = paintLogo('disc', 20);
  const cut = disc.subarray(0, disc.length - 30);
  const changed = disc.map((byte, at) => (at === disc.length - 20 ? byte ^ 1 : byte));
  const text = (words: string) => new Blob([words]);

  it.each<[string, Blob, number, string]>([
    ['nothing', text(''), 400, 'Choose a file first.'],
    ['an SVG', text('<svg xmlns="http://www.w3.org/2000/svg"/>'), 400, 'This file cannot be read as a PNG'],
    ['a PNG that inflates to more than it says', new Blob([bomb]), 400, 'This file cannot be read as a PNG'],
    ['a PNG that is cut off', new Blob([cut]), 400, 'This file cannot be read as a PNG.'],
    ['a PNG with a wrong CRC', new Blob([changed]), 400, 'This file cannot be read as a PNG.'],
    ['an interlaced PNG', new Blob([makePng({ interlace: 1 }, Uint8Array.of(0, 1))]), 400, 'This PNG is interlaced.'],
    ['1,001 pixels', new Blob([makePng({ width: 1_001 }, new Uint8Array(1_002))]), 400, 'This picture is too large'],
    ['101 kB', new Blob([new Uint8Array(101_000)]), 400, 'This file is too large'],
    ['three megabytes', new Blob([new Uint8Array(3_000_000)]), 413, 'This file is too large'],
  ])('is refused at its field: %s', async (_, logo, status, words) => {
    const { browser, accountId, studio } = await openStudio();
    const response = await browser.upload(`${studio}/logo`, { logo, query: 'size=400&color=1b2f6b' });
    expect(response.status).toBe(status);
    const page = await response.text();
    expect(page).toMatch(new RegExp(`<p class="bad" id="[^"]*" role="alert">${words}`));
    if (status === 400) expect(page).toContain('value="#1b2f6b"');
    expect(await readStyle(accountId)).toBeNull();
  });

  it('is refused, if the parts of its form cannot be told apart', async () => {
    const { browser, accountId, studio } = await openStudio();
    const type = { 'Content-Type': 'multipart/form-data; boundary=x' };
    for (const fields of [{}, { logo: 'x' }])
      expect((await browser.post(`${studio}/logo`, fields, type)).status).toBe(400);
    expect((await browser.post(`${studio}/logo`, { logo: '%%%' })).status).toBe(400);
    expect((await browser.post(`${studio}/look`, {}, type)).status).toBe(400);
    expect(await readStyle(accountId)).toBeNull();
  });
});

it.each<[string, Uint8Array<ArrayBuffer>, number[]]>([
  ['of sixteen bits', makePng({ depth: 16, type: 2 }, Uint8Array.of(0, 1, 9, 2, 9, 3, 9)), [1, 2, 3, 255]],
  ['grey with opacity', makePng({ type: 4 }, Uint8Array.of(0, 50, 60)), [50, 50, 50, 60]],
  [
    'with a palette',
    makePng({ type: 3 }, Uint8Array.of(0, 1), { chunks: [writeChunk('PLTE', Uint8Array.of(1, 1, 1, 7, 8, 9))] }),
    [7, 8, 9, 255],
  ],
  ['with bytes behind its pixels', makePng({}, Uint8Array.of(0, 4), { after: new Uint8Array(99) }), [4, 4, 4, 255]],
])('a PNG %s is a logo, in which only its pixels are', async (_, file, rgba) => {
  const { browser, studio } = await openStudio();
  expect((await browser.upload(`${studio}/logo`, { logo: new Blob([file]) })).status).toBe(303);
  const stored = new Uint8Array(await (await browser.get('/account/logo')).arrayBuffer());
  expect(stored.length).toBeLessThan(100);
  expect([...(decodePng(stored)?.rgba ?? [])]).toEqual(rgba);
});

it('the colours that an account keeps are those of all its codes in the console, and of no other account', async () => {
  const { browser, accountId, studio } = await openStudio();
  expect(await browser.text(studio)).toContain('begins with these colours.');
  const options = '?color=1b2f6b&bgColor=ffffe0&size=700';
  const kept = await browser.send(`${studio}${options}`, `${studio}/look`);
  expect(kept.headers.get('Location')).toContain('size=700');
  expect(await browser.follow(kept)).toContain('begins with these colours.');
  expect(await readStyle(accountId)).toEqual({ color: '1b2f6b', bg_color: 'ffffe0', has_logo: 0, logo: null });

  const other = freshAlias('Qr');
  await browser.post('/links', { url: 'https://example.org/', alias: other });
  expect(await browser.text(`/links/${other}/qr`)).toContain('color=1b2f6b&amp;bgColor=ffffe0');
  const svg = await readSvg(browser, `/links/${other}/qr`);
  expect(svg.match(/<path fill="#[0-9a-f]{6}"/g)).toEqual(['<path fill="#ffffe0"', '<path fill="#1b2f6b"']);
  const stranger = await openStudio();
  expect(await readSvg(stranger.browser, stranger.studio)).toContain('fill="#000000"');
  expect(await browser.text('/activity')).toContain('The look of new QR codes was set to #1b2f6b on #ffffe0');
});

it('colours that scanners cannot tell apart are not kept', async () => {
  const { browser, accountId, studio } = await openStudio();
  const look = { color: 'eeeeee', bgColor: 'ffffff', logo: 'false' };
  expect((await browser.post(`${studio}/look`, look)).status).toBe(400);
  expect(await browser.text(`${studio}?color=eeeeee`)).not.toContain('Begin every QR code like this');
  expect(await readStyle(accountId)).toBeNull();
});
