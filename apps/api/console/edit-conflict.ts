/** Conflicts of edits: detects that a link has changed since the page of its form was shown. */
import type { Link } from '#domain/link';
import { digestOf } from '#secrets/digest';
import type { Fields } from './forms/form';
import { FormRefused } from './forms/form-refused';
import { bodyOf } from './link-fields';
import { valuesOf } from './pages/edit-link-page';

/** The properties of a link that the form shows or changes. */
const SHOWN = ['id', 'url', 'maxClicks', 'expiresAt', 'password'] as const;
type ShownOfLink = (typeof SHOWN)[number];

const shortDigest = async (value: string | number | null): Promise<string> =>
  (await digestOf(String(value))).slice(0, 10);

/** The short digests of the properties that a page shows of a link. They reveal only whether a property has changed. */
export const seenDigests = async (link: Link): Promise<string> =>
  (await Promise.all(SHOWN.map((name) => shortDigest(link[name])))).join('.');

/**
 * The properties that have changed since the page was shown. The version of the row is not compared, because it also
 * grows when the link is spent or blocked.
 */
async function changedSince(seen: string | undefined, link: Link): Promise<ShownOfLink[]> {
  const [then, now] = [(seen ?? '').split('.'), (await seenDigests(link)).split('.')];
  return SHOWN.filter((_, index) => then[index] !== now[index]);
}

/** Whether the form has another destination or limit than its page showed. */
async function isEdited(name: 'url' | 'maxClicks', fields: Fields): Promise<boolean> {
  const typed = bodyOf(fields)[name] as string | number | null;
  const mark = await shortDigest(name === 'url' ? String(typed).trim() : typed);
  return mark !== (fields.seen ?? '').split('.')[SHOWN.indexOf(name)];
}

/** The message of a form that is refused because of a concurrent change. */
export const CHANGED_MEANWHILE = 'Changed meanwhile: look again.';

/**
 * Refuses a form whose page showed an older state of the link.
 * @throws FormRefused with the current value of each changed property. A field that nobody has edited shows the current
 * value
 */
export async function refuseIfChanged(sent: Fields, link: Link): Promise<void> {
  const changed = await changedSince(sent.seen, link);
  if (changed.length === 0) return;
  const shown = valuesOf(link);
  const currentUnlessEdited = async (name: 'url' | 'maxClicks') =>
    (await isEdited(name, sent)) ? {} : { [name]: shown[name] };
  const now = {
    seen: await seenDigests(link),
    ...(await currentUnlessEdited('url')),
    ...(await currentUnlessEdited('maxClicks')),
  };
  const names = changed.includes('id') ? Object.keys(shown) : changed;
  const beside = Object.entries(shown).filter(([name]) => names.includes(name));
  const fields = beside.map(
    ([name, value]) => [FIELD_OF[name] ?? name, `Changed meanwhile. Now: ${value || 'none'}`] as const,
  );
  throw new FormRefused([['form', CHANGED_MEANWHILE], ...fields], 409, now);
}

const FIELD_OF: Readonly<Record<string, string>> = { expiresAt: 'expiresIn' };
