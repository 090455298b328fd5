/**
 * Tags as the text of a form's field: names with commas between them. A name that has a comma is in quotation marks.
 */

/**
 * A name in quotation marks, in which two marks stand for one, or a text without commas. A line end counts as a comma.
 */
const NAME = /\s*(?:"((?:[^"]|"")+)"\s*(?=[,\n]|$)|([^,\n]*))(?:[,\n]|$)/y;

/** Returns the names in a text, in their order. */
export function tagsOf(text: string): string[] {
  const names: string[] = [];
  NAME.lastIndex = 0;
  while (NAME.lastIndex < text.length) {
    const [, quoted, plain = ''] = NAME.exec(text) ?? [];
    const name = (quoted?.replaceAll('""', '"') ?? plain).trim();
    if (name !== '') names.push(name);
  }
  return names;
}

/** Returns the text whose names are these. */
export const textOfTags = (names: readonly string[]): string =>
  names.map((name) => (/^"|[,\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(', ');
