// The env file through which values reach the workers byte for byte. wrangler reads it with dotenv 16.3 and
// dotenv-expand 12: no escape for quotes, `\n` and `\r` in "..." only, `$NAME` expanded unless it is `\$`.

// dotenv ends a quoted value at a quote before a line's end, and takes \' as part of the value. After a value that
// ends in a backslash it would read on to the next line; the quotes of this comment stand in the middle, and stop it.
const GUARD = '#\'.".`.\n';

/** @param {string} value */
const literalDollars = (value) => value.replaceAll('$', '\\$');

/**
 * Any value whatever in "...". What cannot stand there stands in a helper variable, which is expanded.
 * @param {string} value
 * @param {(text: string) => string} helper names a variable that holds `text`
 */
function inDoubleQuotes(value, helper) {
  const text = literalDollars(value)
    .replace(/\\*"|\\+(?=[nr])/g, (part) => `\${${helper(part)}}`)
    .replaceAll('\r', '\\r');
  return `"${text}"`;
}

/** @param {string} value @param {(text: string) => string} helper */
function quoted(value, helper) {
  const quote = ["'", '`'].find((one) => !value.includes(one));
  if (quote === undefined || value.includes('\r')) return inDoubleQuotes(value, helper);
  return `${quote}${literalDollars(value)}${quote}`;
}

/** @param {Record<string, string>} values */
export function envFileText(values) {
  /** @type {Map<string, string>} */
  const helpers = new Map();
  /** @param {string} text */
  const helper = (text) => {
    const name = helpers.get(text) ?? `SWIFTLET_TEXT_${helpers.size}`;
    helpers.set(text, name);
    return name;
  };
  const lines = Object.entries(values).map(([name, value]) => `${name}=${quoted(value, helper)}\n${GUARD}`);
  const helperLines = [...helpers].map(([text, name]) => `${name}='${text}'\n${GUARD}`);
  return [...helperLines, ...lines].join('');
}
