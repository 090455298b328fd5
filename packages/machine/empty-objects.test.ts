/** Which files of Durable Objects a sweep removes, and that no file is lost that an object opens meanwhile. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeEmptyObjects } from './empty-objects';

let objects = '';
const logged: string[] = [];
beforeEach(() => {
  objects = mkdtempSync(path.join(tmpdir(), 'swiftlet-objects-'));
  mkdirSync(path.join(objects, 'swiftlet-api-KeyMeter'));
  mkdirSync(path.join(objects, 'swiftlet-api-AddressMeter'));
  logged.length = 0;
});
afterEach(() => rmSync(objects, { recursive: true, force: true }));

const nameFile = (digit: string, end = '', folder = 'swiftlet-api-KeyMeter') =>
  path.join(objects, folder, `${digit.repeat(64)}.sqlite${end}`);
const names = (folder = 'swiftlet-api-KeyMeter') => readdirSync(path.join(objects, folder)).sort();
const name = (digit: string, end = '') => `${digit.repeat(64)}.sqlite${end}`;

/** A database with the given number of tables, as far as a sweep reads it. */
function database(tables: number, bytes = 4_096): Buffer {
  const page = Buffer.alloc(bytes);
  page.write('SQLite format 3\0');
  page.writeUInt16BE(tables, 103);
  return page;
}

const sweep = (isRunning: boolean, opening: () => void = () => {}) =>
  removeEmptyObjects(
    objects,
    isRunning,
    (line) => logged.push(line),
    async () => opening(),
  );

it('files without a table are removed, and those with one stay', async () => {
  writeFileSync(nameFile('0'), '');
  writeFileSync(nameFile('1'), database(0));
  writeFileSync(nameFile('2'), database(1));
  writeFileSync(nameFile('3'), database(2, 12_288));
  writeFileSync(path.join(objects, 'swiftlet-api-KeyMeter/metadata.sqlite'), database(0));
  for (const isRunning of [true, false]) {
    await sweep(isRunning);
    expect(names()).toEqual([name('2'), name('3'), 'metadata.sqlite']);
  }
  expect(logged).toEqual([]);
});

it('a file whose object is in memory stays while workerd runs, and goes with what a killed workerd left', async () => {
  for (const [end, content] of [
    ['', database(0)],
    ['-wal', ''],
    ['-shm', 'x'],
  ] as const)
    writeFileSync(nameFile('1', end), content);
  await sweep(true);
  expect(names()).toHaveLength(3);
  await sweep(false);
  expect(names()).toEqual([]);
});

it('a file whose table is only in its log stays', async () => {
  writeFileSync(nameFile('1'), database(0));
  writeFileSync(nameFile('1', '-wal'), 'a page');
  await sweep(false);
  expect(names()).toEqual([name('1'), name('1', '-wal')]);
});

it('a file that an object opened before it was renamed gets its name back', async () => {
  writeFileSync(nameFile('1'), database(0));
  await sweep(true, () => {
    writeFileSync(nameFile('1', '-shm'), 'x');
    writeFileSync(nameFile('1', '.removed'), database(1)); // the object writes into the file that it has open
  });
  expect(names()).toEqual([name('1'), name('1', '-shm')]);
  expect(readFileSync(nameFile('1'))).toEqual(database(1));
});

it('a file that an object opened before it was renamed, wrote and closed, gets its name back, also at the next start', async () => {
  for (const digit of ['1', '2']) writeFileSync(nameFile(digit), database(0));
  renameSync(nameFile('2'), nameFile('2', '.removed'));
  writeFileSync(nameFile('2', '.removed'), database(1));
  await sweep(true, () => writeFileSync(nameFile('1', '.removed'), database(1)));
  expect(names()).toEqual([name('1'), name('2')]);
  renameSync(nameFile('1'), nameFile('1', '.removed'));
  await sweep(false);
  expect(names()).toEqual([name('1'), name('2')]);
});

it('a file that an object made after the old one was renamed stays', async () => {
  writeFileSync(nameFile('1'), database(0));
  await sweep(true, () => {
    writeFileSync(nameFile('1'), database(1));
    writeFileSync(nameFile('1', '-shm'), 'x');
  });
  expect(names()).toEqual([name('1'), name('1', '-shm')]);
  expect(readFileSync(nameFile('1'))).toEqual(database(1));
});

it('a sweep that was killed is finished by the next one', async () => {
  writeFileSync(nameFile('1'), database(0));
  renameSync(nameFile('1'), nameFile('1', '.removed'));
  await sweep(true);
  expect(names()).toEqual([]);
});

it('windows of a minute that nobody has opened for an hour are removed', async () => {
  const folder = 'swiftlet-api-AddressMeter';
  for (const digit of ['1', '2']) writeFileSync(nameFile(digit, '', folder), database(2, 12_288));
  const hoursAgo = new Date(Date.now() - 7_200_000);
  utimesSync(nameFile('1', '', folder), hoursAgo, hoursAgo);
  await sweep(true);
  expect(names(folder)).toEqual([name('2')]);
});

it('a folder that cannot be read is a line in the log', async () => {
  rmSync(objects, { recursive: true });
  await sweep(true);
  expect(logged).toEqual([expect.stringMatching(/^Empty files of objects could not be removed: ENOENT/)]);
});
