/**
 * UTM parameters: what the query of a destination says about the campaign of its link. They are stored nowhere else, so
 * a form reads them from the address and writes them into it. All other bytes of the address stay as they are.
 */

export const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;
export type UtmName = (typeof UTM)[number];

/** The text of each parameter, decoded; '' where the address lacks it. */
export type UtmValues = Readonly<Record<UtmName, string>>;

const isUtm = (name: string): name is UtmName => UTM.some((one) => one === name);

/** The parts of an address: what is before its query, the pairs of the query, and the fragment with its sign. */
function splitAddress(address: string): { before: string; pairs: string[]; fragment: string } {
  const [, before = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(.*)$/s.exec(address) ?? [];
  return { before, pairs: query === '' ? [] : query.split('&'), fragment };
}

/** Decodes a name or a value of a query. A text with an ill-formed escape stays as it is. */
function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

const nameOf = (pair: string): string => decode(pair.split('=', 1)[0] ?? '');

/** Reads the parameters of an address. Of several with one name the first counts. */
export function readUtm(address: string): UtmValues {
  const values = new Map<string, string>();
  for (const pair of splitAddress(address).pairs) {
    const name = nameOf(pair);
    if (isUtm(name) && !values.has(name)) values.set(name, decode(pair.replace(/^[^=]*=?/, '')));
  }
  return Object.fromEntries(UTM.map((name) => [name, values.get(name) ?? ''])) as UtmValues;
}

/**
 * Writes parameters into an address: each where it stands, a new one at the end of the query. An empty text removes the
 * parameter, a missing one leaves it as it is.
 */
export function writeUtm(address: string, values: Partial<UtmValues>): string {
  const present = readUtm(address);
  const changed = new Map(
    UTM.flatMap((name) => {
      const text = values[name]?.trim();
      return text === undefined || text === present[name] ? [] : [[name as string, text] as const];
    }),
  );
  if (changed.size === 0) return address;
  const { before, pairs, fragment } = splitAddress(address);
  const written = new Set<string>();
  const write = (name: string, text: string) => {
    if (text === '' || written.has(name)) return [];
    written.add(name);
    // A lone surrogate has no encoding.
    return [`${name}=${encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'))}`];
  };
  const replaced = pairs.flatMap((pair) => {
    const text = changed.get(nameOf(pair));
    return text === undefined ? [pair] : write(nameOf(pair), text);
  });
  const query = [...replaced, ...[...changed].flatMap(([name, text]) => write(name, text))].join('&');
  return `${before}${query === '' ? '' : `?${query}`}${fragment}`;
}
