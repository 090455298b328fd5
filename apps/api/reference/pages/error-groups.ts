/** What each errorType means and what a caller can do about it, by subject. The page of errors shows these groups. */

/** What the error means, and what to do. Both are Markdown of one line. */
export type Advice = readonly [meaning: string, remedy: string];

export type ErrorGroup = {
  readonly id: string;
  readonly title: string;
  readonly errors: Readonly<Record<string, Advice>>;
};

const KEYS: ErrorGroup = {
  id: 'keys-and-permissions',
  title: 'Keys and permissions',
  errors: {
    API_KEY_REQUIRED: [
      'The request has no API key.',
      'Send the header `Authorization: Bearer sl_…`. Keys in the address or in the body are ignored.',
    ],
    API_KEY_INVALID: [
      'The key is unknown, switched off, expired or revoked, or its account is suspended.',
      'Check that you sent the whole key. Look up its state in the console, and create a new one if needed.',
    ],
    INSUFFICIENT_SCOPE: [
      'The key lacks a scope that the operation needs. The message and `WWW-Authenticate` name it.',
      'Use a key with this scope, or add the scope in the console.',
    ],
    OWN_LINKS_ONLY: [
      'The key is limited to its own links, and the operation covers the whole account.',
      'Use a key with access to all links of the account.',
    ],
    ORIGIN_NOT_ALLOWED: [
      'The key may not be used by web pages of this origin.',
      'Add the origin to the key in the console, or call the API from your server.',
    ],
    KEY_IN_PAGES: [
      'A key that web pages may use can’t revoke itself, because every visitor of these pages can read it.',
      'Revoke the key in the console.',
    ],
    FEATURE_NOT_ON_PLAN: [
      'The plan doesn’t include an option of the request, for example a password.',
      'Leave the option out, or request a larger plan in the console. The guide has [all plans](/docs/guide#limits).',
    ],
    HTTPS_REQUIRED: ['The request used plain HTTP.', 'Use `https://`, and replace a key that you sent unencrypted.'],
  },
};

const LIMITS: ErrorGroup = {
  id: 'limits',
  title: 'Rate limits and quotas',
  errors: {
    RATE_LIMIT_EXCEEDED: [
      'Too many requests within a minute.',
      'Wait for `retryAfter` seconds. To avoid the error, slow down as `X-RateLimit-Remaining` approaches 0.',
    ],
    SEARCH_LIMIT_EXCEEDED: [
      'The account has searched its links too often within a minute.',
      'Wait for `retryAfter` seconds. A list without filters isn’t a search.',
    ],
    BULK_LIMIT_EXCEEDED: [
      'The account has named too many links in bulk requests within a minute. No link was changed.',
      'Wait for `retryAfter` seconds. The guide has [the number of your plan](/docs/guide#limits).',
    ],
    QUOTA_EXCEEDED: [
      'The key has used all calls of this month.',
      'Wait until `resetDate`, or request a larger plan in the console.',
    ],
    LINK_QUOTA_EXCEEDED: [
      'The key has created as many links as it may create this month.',
      'Wait until `resetDate`, or request a larger plan in the console.',
    ],
    IDEMPOTENCY_KEYS_EXCEEDED: [
      'The service stores so many responses for this API key that there is no room for another one.',
      'Wait for `retryAfter` seconds, or send the request without an `Idempotency-Key`.',
    ],
  },
};

const REQUEST: ErrorGroup = {
  id: 'requests',
  title: 'Invalid requests',
  errors: {
    INVALID_CONTENT_TYPE: [
      'The body isn’t declared as JSON in UTF-8, or it is compressed.',
      'Send the header `Content-Type: application/json`, without another charset and without `Content-Encoding`.',
    ],
    INVALID_BODY: ['The body isn’t a JSON object.', 'Check the syntax, the quotes and the UTF-8 encoding of the body.'],
    BODY_TOO_LARGE: ['The body is larger than 1 MiB.', 'Split the request into several smaller ones.'],
    FIELD_NOT_ALLOWED: [
      'The body has a field that only the service sets, such as `expiresAt`.',
      'Remove the field. To let a link expire, send `expiresIn`.',
    ],
    INVALID_FIELD: [
      'A field or parameter has the wrong type or is out of range. The message says which one.',
      'Correct the value. The reference describes the fields of each operation.',
    ],
    CURSOR_EXPIRED: [
      'A sorted list keeps its order for ten minutes, and that time is over.',
      'Start again with the first page, without `cursor`.',
    ],
    METHOD_NOT_ALLOWED: [
      'The address exists, but not for this method.',
      'Use one of the methods that the header `Allow` lists.',
    ],
    INVALID_IDEMPOTENCY_KEY: [
      'The `Idempotency-Key` is empty, too long or has characters other than printable ASCII.',
      'Use 1 to 255 ASCII characters, for example a UUID.',
    ],
    IDEMPOTENCY_KEY_IN_USE: [
      'The first request with this `Idempotency-Key` is still running.',
      'Wait for `retryAfter` seconds and repeat the request. You then get its response.',
    ],
    IDEMPOTENCY_KEY_REUSED: [
      'This `Idempotency-Key` already belongs to a different request.',
      'Use a new key for each new link or batch.',
    ],
  },
};

const LINKS: ErrorGroup = {
  id: 'links',
  title: 'Links and tags',
  errors: {
    INVALID_URL: [
      'The destination isn’t an address that can be shortened.',
      'Send a full address with `http://` or `https://` on a public host. Links to this service itself are refused too.',
    ],
    BLOCKED: [
      'The destination was flagged as unsafe (400), or the link was blocked (410).',
      'Use another destination. If you think this is a mistake, contact the operator of the service.',
    ],
    INVALID_ALIAS: [
      'The alias is shorter than your plan allows, or longer than 50 characters.',
      'Choose an alias of the length that the message states.',
    ],
    ALIAS_RESERVED: ['The alias is a system word, a well-known brand or an authority.', 'Choose another alias.'],
    ALIAS_TAKEN: [
      'Another link already has this alias, or had it in the past.',
      'Choose another alias, or leave it out to get a generated code.',
    ],
    INVALID_EXPIRES_IN: ['`expiresIn` is less than a minute.', 'Send at least 60 seconds.'],
    INVALID_PASSWORD: ['The password is too short or too long.', 'Use 4 to 100 characters.'],
    BATCH_ABORTED: [
      'An item of an atomic batch was refused, so no link was created.',
      'Find the refused items in `results`, correct or remove them, and send the batch again.',
    ],
    EXTERNAL_ID_TAKEN: [
      'Another link of your account has this `externalId`.',
      'Use `PUT /v2/links` to change that link, or choose another id.',
    ],
    TAGS_EXCEEDED: ['The account would have more than 1,000 tags.', 'Delete tags that you no longer need.'],
    TAG_NOT_FOUND: ['Your account has no tag with this name.', 'List your tags, and percent-encode the name.'],
    TAG_TAKEN: ['Another tag of your account has the new name.', 'Choose another name.'],
    NOT_FOUND: [
      'No link of your account has this code, or the API has no such address.',
      'Check the spelling and the account of the key. Links of other accounts are 404 too.',
    ],
    EXPIRED: [
      'The link has expired or was deleted.',
      'An expired link works again with more time or clicks. A deleted one stays gone.',
    ],
  },
};

const VISITS: ErrorGroup = {
  id: 'visits',
  title: 'Visits to short links',
  errors: {
    PASSWORD_REQUIRED: ['The link is protected by a password.', 'Send the password in the header `X-Link-Password`.'],
    PASSWORD_WRONG: ['The password is wrong.', 'Ask the owner of the link for the password.'],
    TOO_MANY_GUESSES: ['Too many wrong passwords were sent.', 'Wait for `retryAfter` seconds before you try again.'],
    PREFETCH: [
      'A program tried to load the link before anyone followed it.',
      'Nothing needs to be done. The link works when it is followed.',
    ],
  },
};

const SERVICE: ErrorGroup = {
  id: 'service',
  title: 'The service',
  errors: {
    FEATURE_DISABLED: [
      'The operator has switched this feature off for everyone.',
      'Leave the feature out, or ask the operator of the service.',
    ],
    UNAVAILABLE: [
      'Part of the service is overloaded or doesn’t respond.',
      'Wait for `retryAfter` seconds and repeat the request with its `Idempotency-Key`.',
    ],
    MAINTENANCE: [
      'The API is closed for maintenance. Existing links keep working.',
      'Wait for `retryAfter` seconds and repeat the request.',
    ],
    INTERNAL_ERROR: [
      'Something unexpected went wrong on our side. The call doesn’t count.',
      'Repeat the request in a second or two. If the error stays, send the operator its `requestId`.',
    ],
  },
};

/** The id of the group with the errors of operators. */
export const OPERATOR_ERRORS = 'operator';

const OPERATOR: ErrorGroup = {
  id: OPERATOR_ERRORS,
  title: 'Operator API',
  errors: {
    ADMIN_TOKEN_INVALID: [
      'The operator’s token is missing or wrong.',
      'Send the secret `ADMIN_TOKEN` as a bearer token.',
    ],
    BACKUP_TOKEN_INVALID: [
      'The second token of backups is missing or wrong.',
      'Send the secret `BACKUP_TOKEN` in the header `X-Backup-Token`.',
    ],
    RESTORE_REFUSED: ['The backup can’t be restored here.', 'The message gives the reason.'],
    ACCOUNT_NOT_FOUND: ['No account has this id.', 'List the accounts to find the id.'],
    ACCOUNT_SUSPENDED: ['The account is suspended.', 'Resume the account before you create a sign-in link.'],
    UPGRADE_NOT_FOUND: ['No upgrade request has this id.', 'List the open requests to find the id.'],
    UPGRADE_ANSWERED: ['This upgrade request was already answered.', 'Change the plan of the account instead.'],
    KEY_NOT_FOUND: ['No key has this id.', 'List the keys to find the id.'],
    KEY_REVOKED: ['The key is revoked, and that is final.', 'Create a new key.'],
    KEY_ROTATED: [
      'The key was rotated in the meantime.',
      'Read the key again and repeat the request if it still applies.',
    ],
    ROTATION_UNDER_WAY: [
      'An older secret of this key still works.',
      'End the older secret first, or send `endsPrevious` to say when it ends.',
    ],
    ACTIVE_KEYS_REACHED: [
      'The account has as many active keys as its plan allows.',
      'Switch off or revoke a key, or change the plan.',
    ],
    KEYS_REACHED: ['The account has as many keys as it can have.', 'Revoke keys that are no longer used.'],
    LINK_CHANGED: ['The link leads elsewhere by now.', 'Read the link again before you repeat the request.'],
  },
};

export const ERROR_GROUPS: readonly ErrorGroup[] = [KEYS, LIMITS, REQUEST, LINKS, VISITS, SERVICE, OPERATOR];
