/** Conflicts of edits: detects that a link has changed since the page of its form was shown. */
import type { DetailedLink } from '#api/links/link-details';
import { digestOf } from '#secrets/digest';
import type { Fields } from './forms/form';
import { FormRefused } from './forms/form-refused';
import { bodyOf } from './link-fields';
import { valuesOf } from './pages/edit-link-page';
import { textOfTags } from './tag-text';

/** The properties of a link that the form shows or changes. */
const SHOWN = ['id', 'url', 'maxClicks', 'expiresAt', 'password', 'title', 'notes', 'tags', 'externalId'] as const;
type ShownOfLink = (typeof SHOWN)[number];

/** The properties whose value the form shows in a field. */
const IN_FIELDS = ['url', 'maxClicks', 'title', 'notes', 'tags', 'externalId'] as const satisfies ShownOfLink[];
type InField = (typeof IN_FIELDS)[number];

const shortDigest = async (value: unknown): Promise<string> => (await digestOf(String(value))).slice(0, 10);

/** The short digests of the properties that a page shows of a link. They reveal only whether a property has changed. */
export async function seenDigests(link: DetailedLink): Promise<string> {
  const { title, notes, tags, externalId } = link.details;
  const shown = { ...link, title, notes, tags: textOfTags(tags), externalId };
  return (await Promise.all(SHOWN.map((name) => shortDigest(shown[name])))).join('.');
}

/**
 * The properties that have changed since the page was shown. The version of the row is not compared, because it also
 * grows when the link is spent or blocked.
 */
async function changedSince(seen: string | undefined, link: DetailedLink): Promise<ShownOfLink[]> {
  const [then, now] = [(seen ?? '').split('.'), (await seenDigests(link)).split('.')];
  return SHOWN.filter((_, index) => then[index] !== now[index]);
}

/** Whether the form has another text in a field than its page showed. */
async function isEdited(name: InField, fields: Fields): Promise<boolean> {
  const body = bodyOf(fields);
  const typed = { ...body, url: body.url.trim(), tags: textOfTags(body.tags) };
  const mark = await shortDigest(typed[name]);
  return mark !== (fields.seen ?? '').split('.')[SHOWN.indexOf(name)];
}

/** The message of a form that is refused because of a concurrent change. */
export const CHANGED_MEANWHILE = 'Changed meanwhile: look again.';

/**
 * Refuses a form whose page showed an older state of the link.
 * @throws FormRefused with the current value of each changed property. A field that nobody has edited shows the current
 * value
 */
export async function refuseIfChanged(sent: Fields, link: DetailedLink): Promise<void> {
  const changed = await changedSince(sent.seen, link);
  if (changed.length === 0) return;
  const shown = valuesOf(link);
  const isKept = await Promise.all(IN_FIELDS.map((name) => isEdited(name, sent)));
  const current = IN_FIELDS.filter((_, index) => !isKept[index]).map((name) => [name, shown[name]]);
  const now = { seen: await seenDigests(link), ...Object.fromEntries(current) };
  const names = changed.includes('id') ? Object.keys(shown) : changed;
  const beside = Object.entries(shown).filter(([name]) => names.includes(name));
  const fields = beside.map(
    ([name, value]) => [FIELD_OF[name] ?? name, `Changed meanwhile. Now: ${shortened(value) || 'none'}`] as const,
  );
  throw new FormRefused([['form', CHANGED_MEANWHILE], ...fields], 409, now);
}

/** The beginning of a text, for an error message. */
const shortened = (text: string): string =>
  text.length > MAX_NAMED ? `${[...text].slice(0, MAX_NAMED).join('')}…` : text;
const MAX_NAMED = 300;

const FIELD_OF: Readonly<Record<string, string>> = { expiresAt: 'expiresIn' };
