/** Conflicts of edits: detects that a fact of a link has changed since the page of its form was shown. */
import type { DetailedLink } from '#api/links/link-details';
import { digestOf } from '#secrets/digest';
import { type Fields, REPLACED } from './forms/form';
import { FormRefused } from './forms/form-refused';
import { FACT_NAMES, type Fact, factRow, fieldsOf, fieldText } from './link-facts';
import { bodyOf } from './link-fields';
import { textOfTags } from './tag-text';

/** A short digest of a fact's value. It reveals only whether the value has changed. The id tells links of one code apart. */
const digestOfFact = async ({ id }: DetailedLink, value: unknown): Promise<string> =>
  (await digestOf(`${id} ${value}`)).slice(0, 10);

/** The digests of the facts that a page shows of a link. */
export type SeenFacts = Readonly<Record<Fact, string>>;

export async function seenFacts(link: DetailedLink): Promise<SeenFacts> {
  const seen = FACT_NAMES.map(async (fact) => [fact, await digestOfFact(link, factRow(fact).value(link))] as const);
  return Object.fromEntries(await Promise.all(seen)) as SeenFacts;
}

/** Whether the field of a fact has another text than its page showed. A fact in words is never sent unless edited. */
async function isEdited(fact: Fact, sent: Fields, link: DetailedLink): Promise<boolean> {
  const { field, words } = factRow(fact);
  if (words !== undefined) return true;
  const body = bodyOf(sent);
  const typed: Record<string, unknown> = { ...body, url: body.url.trim(), tags: textOfTags(body.tags) };
  return (await digestOfFact(link, typed[field])) !== sent.seen;
}

/** The message where the concurrent change was undone before it could be shown. */
export const CHANGED_MEANWHILE = 'This link was changed while you were editing. Check it, and save again.';

/**
 * Refuses a form whose page showed another value of its fact. Changes of other facts do not matter.
 * @throws FormRefused with the current value. A field that nobody has edited shows it
 */
export async function refuseIfChanged(fact: Fact, sent: Fields, link: DetailedLink): Promise<void> {
  const { field, value, words } = factRow(fact);
  const seen = await digestOfFact(link, value(link));
  if (sent.seen === seen) return;
  const current = words?.(link) ?? fieldText(fact, link);
  const edited = await isEdited(fact, sent, link);
  const message = `Someone set this to ${shortened(current) || 'nothing'} while you were editing.`;
  throw edited
    ? new FormRefused([[field, message]], 409, { seen, [REPLACED]: shortened(current) })
    : new FormRefused([[field, `${message} The field shows it now.`]], 409, { seen, ...fieldsOf(fact, link) });
}

/** The beginning of a text, for an error message. */
const shortened = (text: string): string =>
  text.length > MAX_NAMED ? `${[...text].slice(0, MAX_NAMED).join('')}…` : text;
const MAX_NAMED = 300;
