/** What a page says after something was done: the redirect names it, the words stand here. */
export const NOTICES = {
  'signed-in': 'You are signed in. Add a passkey now: the link that brought you here is used up.',
  'key-renamed': 'The key has its new name.',
  'key-off': 'The key is switched off: it answers 401 from now on.',
  'key-on': 'The key is switched on again.',
  'key-revoked': 'The key is revoked for good.',
  'upgrade-asked': 'Your request is with the operator. The answer will stand here.',
  'upgrade-withdrawn': 'Your request is withdrawn.',
  'account-renamed': 'The account has its new name.',
  'passkey-added': 'The passkey is added. You can sign in with it from now on.',
  'passkey-renamed': 'The passkey has its new name.',
  'passkey-removed': 'The passkey is removed.',
  'session-ended': 'That browser is signed out.',
  'sessions-ended': 'All other browsers are signed out.',
  'link-made': 'The link is made.',
  'link-changed': 'The link is changed.',
  'link-deleted': 'The link is deleted: visits answer 410 from now on.',
} as const;
export type Notice = keyof typeof NOTICES;

/** The words for a name in an address; none for a name that is not ours. */
export const noticeOf = (name: string | undefined): string | undefined =>
  name !== undefined && Object.hasOwn(NOTICES, name) ? NOTICES[name as Notice] : undefined;
