/** Parses the operator's address for help, which the visitor's pages and the console show. */

export type Contact = { readonly href: string; readonly label: string };

const isMail = (text: string): boolean => {
  const [name, host, ...more] = text.split('@');
  return Boolean(name) && Boolean(host) && more.length === 0 && !/[\s<>"]/.test(text);
};

/** Parses the variable CONTACT, a mail address or an http(s) URL. Returns null for any other text. */
export function parseContact(text: string | undefined): Contact | null {
  const given = text?.trim().replace(/^mailto:/i, '') ?? '';
  // The address is encoded, so that no part of it becomes another header of the mail (RFC 6068, section 2).
  if (isMail(given)) return { href: `mailto:${given.split('@').map(encodeURIComponent).join('@')}`, label: given };
  const url = URL.parse(given);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return null;
  return { href: url.href, label: url.href.replace(/^https?:\/\//, '').replace(/\/$/, '') };
}
