/** Tests that a cell that looks like a formula becomes text (owasp.org/www-community/attacks/CSV_Injection). */
import { expect, it } from 'vitest';
import { createWorld, freshAlias } from '#testkit/world';
import { LINK_STATISTICS_EXAMPLE } from './statistics-record';
import { writeCsv } from './statistics-response';

/** Returns the cell of a value in the CSV of a breakdown. */
const writeCell = (value: string) =>
  writeCsv({ ...LINK_STATISTICS_EXAMPLE, breakdown: { referrer: [{ value, clicks: 7 }] } })
    .replace('grouping,value,clicks\r\nreferrer,', '')
    .replace(/,7\r\n$/, '');

it.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(1)', "'@SUM(1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
  ['a=1', 'a=1'],
  ['1-1', '1-1'],
  ['a,b', '"a,b"'],
  ['a"b', '"a""b"'],
  ['a\nb', '"a\nb"'],
  ['', ''],
])('the CSV has the value %j as %j', (value, cell) => {
  expect(writeCell(value)).toBe(cell);
});

it('the CSV has an alias that begins with a hyphen as text', async () => {
  const world = createWorld();
  const { key } = await world.newKey('PRO');
  const alias = `-${freshAlias('1-1')}`;
  expect((await world.shorten(key, { url: 'https://example.com/', alias })).status).toBe(201);
  const headers = { Authorization: `Bearer ${key}`, Accept: 'text/csv' };
  const [, row] = (await (await world.call('GET', `/v2/stats/${alias}`, { headers })).text()).split('\r\n');
  expect(row?.slice(0, row.indexOf(','))).toBe(`'${alias}`);
});
