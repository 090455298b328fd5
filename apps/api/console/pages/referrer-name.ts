/** The names of referring hosts for people: without `www.`, and in Unicode where no host can imitate another. */
import { domainToUnicode } from 'node:url';
import type { Group } from '#domain/breakdown';

const plainHost = (host: string): string => host.replace(/^www\.(?=.*\.)/, '');

/** Adds the clicks of a host with and without `www.`, the most clicked first. */
export function byReferrer(groups: readonly Group[]): readonly Group[] {
  const clicks = new Map<string, number>();
  for (const group of groups) {
    const host = plainHost(group.value);
    clicks.set(host, (clicks.get(host) ?? 0) + group.clicks);
  }
  return [...clicks].map(([value, count]) => ({ value, clicks: count })).sort((a, b) => b.clicks - a.clicks);
}

/** The name of a referring host. A host with a label that may imitate another one stays in its ASCII form. */
export function referrerName(host: string): string {
  const plain = plainHost(host);
  if (!plain.includes('xn--')) return plain;
  const shown = domainToUnicode(plain);
  return shown !== '' && shown.split('.').every(isSafe) ? shown : plain;
}

/** The alphabets in which a label may be, one at a time. Of the Latin letters those of European languages. */
const ALPHABETS = [
  /^[a-z0-9à-öø-ÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž-]+$/,
  /^[\p{sc=Cyrillic}0-9-]+$/u,
  /^[\p{sc=Greek}0-9-]+$/u,
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー0-9-]+$/u,
  /^[\p{sc=Hangul}0-9-]+$/u,
  /^[\p{sc=Arabic}0-9-]+$/u,
  /^[\p{sc=Hebrew}0-9-]+$/u,
  /^[\p{sc=Devanagari}0-9-]+$/u,
  /^[\p{sc=Thai}0-9-]+$/u,
];

/** A label of Cyrillic or Greek letters that all look like Latin ones, such as `аррӏе`. */
const IMITATION = /^[асԁеһіјӏкмортхуѕԛԝвнгпьαβεηικνορτυχωγ0-9-]+$/u;

const isSafe = (label: string): boolean =>
  !label.startsWith('xn--') && ALPHABETS.some((alphabet) => alphabet.test(label)) && !isImitation(label);

const isImitation = (label: string): boolean => /[^a-z0-9-]/.test(label) && IMITATION.test(label);
