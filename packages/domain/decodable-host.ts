/**
 * Whether a browser can open a host: each `xn--` label must be the Punycode of its own Unicode form (RFC 3492, UTS 46).
 * The URL parser of workerd passes such labels on unread, where browsers refuse them.
 */
const PREFIX = 'xn--';
const [BASE, T_MIN, T_MAX, SKEW, DAMP] = [36, 1, 26, 38, 700];
const [FIRST_BIAS, FIRST_CODE_POINT, LAST_CODE_POINT] = [72, 128, 0x10ffff];

/** @param host as the URL parser writes it: in lower case and ASCII */
export const isDecodableHost = (host: string): boolean =>
  host.split('.').every((label) => !label.startsWith(PREFIX) || isDecodable(label));

/** Encodes the decoded label again: the parser maps and refuses characters by UTS 46. */
function isDecodable(label: string): boolean {
  const decoded = decodePunycode(label.slice(PREFIX.length));
  return decoded !== null && URL.parse(`https://${decoded}.com/`)?.hostname === `${label}.com`;
}

/** Decodes Punycode (RFC 3492, section 6.2); null for a text that is none. */
function decodePunycode(text: string): string | null {
  const delimiter = text.lastIndexOf('-');
  const decoded = [...text.slice(0, Math.max(delimiter, 0))].map((letter) => letter.codePointAt(0) as number);
  let [codePoint, at, bias] = [FIRST_CODE_POINT, 0, FIRST_BIAS];
  for (let index = delimiter + 1; index < text.length; ) {
    const before = at;
    for (let [weight, k] = [1, BASE]; ; k += BASE) {
      const digit = digitOf(text[index++]);
      if (digit === null || digit * weight > LAST_CODE_POINT * 64) return null;
      at += digit * weight;
      const threshold = Math.min(Math.max(k - bias, T_MIN), T_MAX);
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const length = decoded.length + 1;
    bias = adapted(at - before, length, before === 0);
    codePoint += Math.floor(at / length);
    at %= length;
    if (codePoint > LAST_CODE_POINT) return null;
    decoded.splice(at++, 0, codePoint);
  }
  return String.fromCodePoint(...decoded);
}

/** The value of a digit: a to z are 0 to 25, 0 to 9 are 26 to 35. */
function digitOf(letter: string | undefined): number | null {
  if (letter === undefined || !/^[a-z0-9]$/.test(letter)) return null;
  return letter >= 'a' ? letter.charCodeAt(0) - 97 : letter.charCodeAt(0) - 22;
}

/** The next bias (RFC 3492, section 6.1). */
function adapted(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2));
  rest += Math.floor(rest / length);
  let k = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}
