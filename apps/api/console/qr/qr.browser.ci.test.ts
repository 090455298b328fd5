/** The QR studio in a real Chromium: the picture follows the form, and is what is downloaded and copied. */
import { expect, it } from 'vitest';
import { consoleInChromium } from '#testkit/console-in-chromium';
import { paintLogo } from '#testkit/logo';
import { button, type Developer, makeLink } from '#testkit/tab';

const running = consoleInChromium();

/** Opens the studio of a new link. */
async function openStudio(alias: string, options: Parameters<typeof running.newDeveloper>[0] = {}): Promise<Developer> {
  const developer = await running.newDeveloper(options);
  await makeLink(developer, alias);
  await developer.tab.goto(developer.at(`/links/${alias}/qr`));
  return developer;
}

/** The query of the picture on the page, without its format. */
async function readQuery({ tab, at }: Developer): Promise<string> {
  const query = new URL((await tab.locator('img.qr').getAttribute('src')) ?? '', at('')).searchParams;
  query.delete('format');
  return query.toString();
}

it('redraws the picture, its downloads and the contrast after each change, and keeps them in the address', async () => {
  const developer = await openStudio('studio-one');
  const { tab } = developer;
  expect(await button(tab, 'Show').isVisible()).toBe(false);
  await tab.getByLabel('Code colour', { exact: true }).fill('#777777');
  await tab.getByText('Contrast 4.4:1. Just enough').first().waitFor();
  await tab.getByRole('link', { name: /^Outdoors/ }).click();
  await tab.waitForURL(/level=H/);
  await tab.getByLabel('Count scans').uncheck();
  await tab.waitForURL(/track=false/);
  const seen = 'size=2000&margin=6&color=777777&bgColor=ffffff&level=H&track=false&logo=false';
  expect(await readQuery(developer)).toBe(seen);
  for (const download of await tab.getByRole('link', { name: /Download/ }).all())
    expect(await download.getAttribute('href')).toContain(`/picture?${seen}&format=`);
  expect(await tab.getByRole('link', { name: /^Outdoors/ }).getAttribute('aria-current')).toBe('true');
  await tab.reload();
  expect(await readQuery(developer)).toBe(seen);
  await tab.context().close();
});

it('offers what suits the purpose first, and says how wide the picture is in print', async () => {
  const { tab } = await openStudio('studio-print', { viewport: { width: 390, height: 800 } });
  const first = tab.locator('.takes > a').first();
  expect(await first.innerText()).toBe('Download PNG');
  expect(await button(tab, 'Copy as image').isVisible()).toBe(true);
  expect(await tab.getByText('at 300 dpi').count()).toBe(0);
  await tab.getByRole('link', { name: /^Print/ }).click();
  await tab.getByText('About 16.9 cm at 300 dpi.').waitFor();
  expect(await first.innerText()).toBe('Download SVG');
  await tab.context().close();
});

it('takes a pair of colours, and a colour in the form of a stylesheet', async () => {
  const developer = await openStudio('studio-colours');
  const { tab } = developer;
  await tab.getByRole('link', { name: 'Sepia' }).click();
  await tab.waitForURL(/color=4a2c12&bgColor=fbf4e6/);
  expect(await tab.getByLabel('Choose: background').inputValue()).toBe('#fbf4e6');
  await tab.getByLabel('Background', { exact: true }).fill('#FFF');
  await tab.locator('img.qr[src*="bgColor=ffffff"]').waitFor();
  await tab.getByLabel('Code colour', { exact: true }).fill('red');
  await tab.getByText('Enter six hexadecimal digits').first().waitFor();
  await tab.getByLabel('Choose: code colour').fill('#14532d');
  await tab.locator('img.qr[src*="color=14532d"]').waitFor();
  expect(await tab.getByRole('link', { name: 'Forest' }).getAttribute('aria-current')).toBe('true');
  await tab.context().close();
});

it('keeps the picture in view on a phone', async () => {
  const { tab } = await openStudio('studio-phone', { viewport: { width: 390, height: 800 } });
  await tab.getByLabel('Count scans').scrollIntoViewIfNeeded();
  const box = await tab.locator('img.qr').boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(0);
  await tab.context().close();
});

it('says what is wrong beside the field, and draws again when it is right', async () => {
  const { tab } = await openStudio('studio-two');
  const size = tab.getByLabel('Width (pixels)');
  await size.fill('5');
  await tab.locator('#size-error').getByText('This is too small for a PNG.').waitFor();
  expect([await size.getAttribute('aria-invalid'), await tab.locator('.takes > a').count()]).toEqual(['true', 1]);
  await tab.getByLabel('Margin (dots)').fill('99');
  await tab.getByRole('link', { name: 'Margin (dots)' }).click();
  expect(await tab.evaluate('document.activeElement.id')).toBe('margin');
  expect(await tab.locator('img.qr').count()).toBe(0);
  await tab.getByLabel('Margin (dots)').fill('2');
  await size.fill('500');
  await tab.getByRole('link', { name: 'Download PNG' }).waitFor();
  expect([await size.getAttribute('aria-invalid'), await tab.locator('.bad').count()]).toEqual([null, 0]);
  await tab.context().close();
});

it('copies the picture as a PNG', async () => {
  const { tab } = await openStudio('studio-three', { permissions: ['clipboard-read', 'clipboard-write'] });
  await button(tab, 'Copy as image').click();
  await button(tab, 'Copied').waitFor();
  expect(await tab.evaluate('navigator.clipboard.read().then(([item]) => item.types)')).toEqual(['image/png']);
  await tab.context().close();
});

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><path fill="#1877f2" d="M0 0h20v10H0z"/></svg>';

it('draws any picture as a logo that the server takes, and keeps the look of every code', async () => {
  const developer = await openStudio('studio-logo');
  const { tab } = developer;
  const complaints: string[] = [];
  tab.on('console', (message) => complaints.push(message.text()));
  const choose = async (name: string, mimeType: string, buffer: Buffer) => {
    await tab.locator('[data-logo]').setInputFiles({ name, mimeType, buffer });
    await expect.poll(() => tab.locator('#kept button:disabled').count()).toBe(0);
  };
  const sizeOf = async (selector: string) => {
    const image = `document.querySelector('${selector}')`;
    return (await tab.evaluate(`[${image}.naturalWidth, ${image}.naturalHeight]`)) as number[];
  };

  await tab.getByLabel('Code colour', { exact: true }).fill('#1b2f6b');
  await tab.waitForURL(/color=1b2f6b/);
  await choose('our logo.svg', 'image/svg+xml', Buffer.from(SVG));
  await tab.locator('#kept').getByText('Ready to upload, drawn as a PNG that fits.').waitFor();
  await button(tab, 'Upload logo').click();
  await tab.getByText('The logo is uploaded.').waitFor();
  expect(await readQuery(developer)).toContain('color=1b2f6b&bgColor=ffffff&level=M&track=true&logo=true');
  expect(await sizeOf('#kept img')).toEqual([512, 256]);
  expect(await sizeOf('img.qr')).toEqual([600, 600]);

  expect(await tab.getByLabel('Error correction').isDisabled()).toBe(true);
  await choose('photo.png', 'image/png', Buffer.from(paintLogo('noise', 1_200)));
  await button(tab, 'Replace logo').click();
  await expect.poll(async () => (await sizeOf('#kept img'))[0]).not.toBe(512);
  await choose('words.txt', 'text/plain', Buffer.from('words'));
  await tab.locator('#kept').getByText('This file cannot be shown as a picture.').waitFor();
  await button(tab, 'Replace logo').click();
  await tab.getByText('This file cannot be read as a PNG').waitFor();

  await tab.getByLabel('Logo in the middle').uncheck();
  await tab.waitForURL(/logo=false/);
  await tab.locator('select[name=level]:enabled').waitFor();
  await button(tab, 'Begin every QR code like this').click();
  await tab.getByText('This look is kept.').waitFor();
  await tab.goto(developer.at('/links/studio-logo/qr'));
  expect(await readQuery(developer)).toContain('color=1b2f6b&bgColor=ffffff&level=M&track=true&logo=false');
  expect(complaints.filter((text) => !text.includes('400'))).toEqual([]);
  await tab.context().close();
});

it('works without script, by presets and by a form', async () => {
  const developer = await openStudio('studio-four', { javaScriptEnabled: false });
  const { tab } = developer;
  await tab.getByRole('link', { name: /^Print/ }).click();
  await tab.getByLabel('Count scans').uncheck();
  await tab.getByLabel('Width (pixels)').fill('800');
  await button(tab, 'Show').click();
  expect(await readQuery(developer)).toBe(
    'size=800&margin=4&color=000000&bgColor=ffffff&level=Q&track=false&logo=false',
  );
  expect(await button(tab, 'Copy as image').count()).toBe(0);
  await tab.context().close();
});
