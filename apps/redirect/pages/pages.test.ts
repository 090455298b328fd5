/**
 * Tests the texts of the pages, and that they escape hostile texts. pages.browser.ci.test.ts tests their appearance.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseContact } from '#store/contact';
import { html, makePageResponse, type VisitorPage } from './document';
import { BLOCKED, BUSY, GONE, NOT_FOUND, ROOT, TOO_MANY_MISSES, UNEXPECTED_FORM } from './notices';
import { makePasswordPage, makeTooManyAttemptsPage } from './password';
import { makeGuardedPage, makePreviewPage, ROBOT_STUB } from './preview';
import { STYLE, STYLE_HASH } from './style';

const CREATED = Date.UTC(2026, 10, 20, 23, 59);

type Ask = { method?: string; address?: string; contact?: string };

const shown = (page: VisitorPage, { method = 'GET', address = 'https://s.example.com/abc', contact }: Ask = {}) =>
  makePageResponse(page, { request: new Request(address, { method }), url: new URL(address), contact });

const preview = (location: string) => makePreviewPage({ code: 'abc', location, createdAt: CREATED });

/** Returns the content of a preview; '' where there is none. */
const previewed = (location: string): string => preview(location)?.main(html``, 's.example.com').text ?? '';

/** Removes the elements of places where an address can break. */
const withoutBreaks = (text: string): string => text.replaceAll(/<\/?(?:wbr|span)>/g, '');

const ALL: [name: string, page: VisitorPage, status: number, says: string][] = [
  ['not found', NOT_FOUND, 404, 'This link does not exist'],
  ['of the host itself', ROOT, 404, 'like s.example.com/code'],
  ['expired', GONE.TIME, 410, 'This link has expired'],
  ['spent', GONE.CLICKS, 410, 'This link has reached its limit'],
  ['removed', GONE.DELETED, 410, 'This link was removed'],
  ['blocked', BLOCKED, 410, 's.example.com blocked it to protect you.'],
  ['busy', BUSY, 503, 'This link won’t open right now'],
  ['too many misses', TOO_MANY_MISSES, 429, 'Please wait a minute'],
  ['another method', UNEXPECTED_FORM, 405, 'This link opens without a password now.'],
  ['password', makePasswordPage('abc', 'required'), 200, 'This link needs a password'],
  ['wrong password', makePasswordPage('abc', 'wrong'), 401, 'Wrong password.'],
  ['too many passwords', makeTooManyAttemptsPage(61), 429, 'try again in <b>2 minutes</b>'],
  [
    'preview',
    preview('https://example.com/') as VisitorPage,
    200,
    '<time datetime="2026-11-20">20 November 2026</time>',
  ],
  [
    'guarded preview',
    makeGuardedPage({ code: 'abc', isProtected: true, isLimited: true }),
    200,
    'This link asks for a password and opens a limited number of times.',
  ],
  ['robot', ROBOT_STUB, 200, 'This is a short link'],
];

describe.each(ALL)('the page "%s"', (_name, page, status, says) => {
  it('says what happened, with its status', async () => {
    const response = shown(page);
    expect(response.status).toBe(status);
    const text = await response.text();
    expect(text).toContain(says);
    expect(text.match(/<h1[ >]/g)).toHaveLength(1);
  });

  it('has no script, and links only to the short host', async () => {
    const text = await shown(page).text();
    expect(text).not.toMatch(/<script|javascript:|\son\w+=|\sstyle=/i);
    const addresses = [...text.matchAll(/\s(?:href|src|action)="([^"]*)"/g)].map(([, address]) => address);
    expect(addresses.filter((address) => !['', '/abc', '/favicon.ico'].includes(address as string))).toEqual([]);
  });

  it('names the short address', async () => {
    expect(await shown(page).text()).toContain('<code>s.example.com<b>/abc</b></code>');
  });

  it('has no body for HEAD', async () => {
    const response = shown(page, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([status, '']);
  });

  it('shows CONTACT, except on the page for robots', async () => {
    expect(await shown(page).text()).not.toContain('mailto:');
    const text = await shown(page, { contact: 'help@example.com' }).text();
    expect(text.includes('<a href="mailto:help@example.com">help@example.com</a>')).toBe(page !== ROBOT_STUB);
  });
});

describe('the headers of pages', () => {
  it('forbid loading, framing, caching and indexing', () => {
    expect(Object.fromEntries(shown(NOT_FOUND).headers)).toEqual({
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src '${STYLE_HASH}'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'`,
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000',
      vary: 'Accept',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, nofollow',
    });
  });

  it('include Strict-Transport-Security only over https', () => {
    expect(shown(NOT_FOUND, { address: 'http://s.example.com/abc' }).headers.has('Strict-Transport-Security')).toBe(
      false,
    );
  });

  it('allow only the stylesheet of the page', async () => {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(STYLE)));
    expect(STYLE_HASH).toBe(`sha256-${btoa(String.fromCharCode(...digest))}`);
    expect(await shown(NOT_FOUND).text()).toContain(`<style>${STYLE}</style>`);
  });
});

describe('the password page', () => {
  it('posts to the path of the code, without a query, from a labelled field', async () => {
    const text = await shown(makePasswordPage('abc', 'required'), { address: 'https://s.example.com/abc+?q=1' }).text();
    expect(text).toContain('<form method="post" action="/abc">');
    expect(text).toContain('<label for="password">');
    expect(text).not.toMatch(/<input[^>]*aria-invalid|role="alert"/);
    expect(text).toMatch(/<input type="checkbox" id="reveal"[^>]*> Show password/);
  });

  it('shows a wrong password as an error at the field and at the start of the title', async () => {
    const text = await shown(makePasswordPage('abc', 'wrong')).text();
    expect(text).toContain('<title>Error: This link needs a password');
    expect(text).toMatch(/<input[^>]* aria-invalid="true" aria-describedby="wrong">/);
    expect(text).toContain('<p class="wrong" id="wrong" role="alert">');
  });
});

describe('the preview', () => {
  it.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://example.com/', 'mailto:a@example.com', 'no address', ''])(
    'does not exist for %s',
    (location) => expect(preview(location)).toBeNull(),
  );

  it('shows a destination as text, even if it contains markup', async () => {
    const text = await shown(
      preview(`https://example.com/'"><script>alert(1)</script>?a=1&b=<b>#"'`) as VisitorPage,
    ).text();
    expect(text).not.toContain('<script');
    expect(withoutBreaks(text)).toContain(
      'https://<b>example.com</b>/&#39;%22%3E%3Cscript%3Ealert(1)%3C/script%3E?a=1&#38;b=%3Cb%3E#%22&#39;',
    );
  });

  it.each([
    ['https://bank.example@evil.example/', 'https://bank.example@<b>evil.example</b>/'],
    ['https://bank.example%2F@evil.example:8443/a', 'https://bank.example%2F@<b>evil.example:8443</b>/a'],
    ['https:evil.example\\@bank.example', 'https://<b>evil.example</b>/@bank.example'],
    ['http://bücher.example?x', 'http://<b>xn--bcher-kva.example</b>/?x'],
    ['http://[::1]/a@b', 'http://<b>[::1]</b>/a@b'],
  ])('makes only the host of %s bold', async (location, expected) => {
    const text = await shown(preview(location) as VisitorPage).text();
    expect(withoutBreaks(text)).toContain(`${expected}</div>`);
  });

  it.each([
    ['https://www.bank.example:login@evil.example/', 'This is not www.bank.example.'],
    ['https://bank.example%2F@evil.example:8443/a', 'This is not bank.example.'],
    ['https://user:secret@example.com/', 'This address carries a user name and a password.'],
    ['https://user@example.com/', 'This address carries a user name.'],
    ['https://:secret@example.com/', 'This address carries a password.'],
    ['https://jane.roe%40mail.example@example.com/', 'This address carries a user name.'],
    ['https://example.com@example.com:8443/', 'This address carries a user name.'],
  ])('warns of a name before the host, and then prefers that the page is closed: %s', (location, warning) => {
    const text = previewed(location);
    expect(text).toContain(`<p class="warn"><b>${warning}</b>`);
    expect(text).toContain('expected to get there.\n<b>Otherwise close this page.</b></p>');
    expect(text).toContain('<a href="/abc" rel="nofollow">Continue anyway</a>');
  });

  it.each([
    ['https://www.bank.example:login@evil.example/', 'turned'],
    ['https://user:secret@example.com/', 'flying'],
  ])('alarms only where the name before the host is that of another host: %s', async (location, flight) => {
    expect(await shown(preview(location) as VisitorPage).text()).toContain(`<body class="${flight}">`);
  });

  it('does not warn of an @ in the path', () => {
    expect(previewed('https://evil.example/@bank.example')).not.toMatch(/class="warn"|anyway|close this page/);
  });

  it.each([
    ['https://abcdefghijk.example:8443/', 'Continue to abcdefghijk.example:8443', false],
    ['https://abcdefghijkl.example:8443/', 'Continue', true],
  ])('names a host of at most 24 characters on the button: %s', (location, label, isLong) => {
    const text = previewed(location);
    expect(text).toContain(`rel="nofollow">${label}</a>`);
    expect(text.includes('<h1 class="long">')).toBe(isLong);
  });

  it.each([
    ['the rest of a long address', `https://example.com/${'x'.repeat(100)}`, `/${'x'.repeat(99)}…`],
    ['a password', 'https://user:secret@example.com/', 'https://user:•••@'],
    ['the end of a long name', `https://${'x'.repeat(41)}@example.com/`, `https://${'x'.repeat(40)}…@`],
  ])('shows %s only once the address is unfolded', (_part, location, folded) => {
    const [before, unfolded] = withoutBreaks(previewed(location)).split('<summary>Whole address</summary>');
    expect(before).toContain(folded);
    expect(before).not.toContain(location);
    expect(unfolded).toContain(`${location}</details>`);
  });

  it('folds no address whose path and parameters have at most 100 characters', () => {
    expect(previewed(`https://name@example.com/${'x'.repeat(99)}`)).not.toContain('<details>');
  });

  it('shows the whole destination, even if it is long', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true, size: 'medium' }), (location) => {
        const shown = previewed(location).split('dir="ltr">')[1]?.split('</div>')[0] ?? '';
        const whole = shown.split('</summary>')[1]?.split('</details>')[0] ?? shown;
        const text = withoutBreaks(whole)
          .replaceAll(/<\/?b>/g, '')
          .replaceAll('&#39;', "'")
          .replaceAll('&#38;', '&');
        expect(text).toBe(new URL(location).href);
      }),
    );
  });
});

describe('the short address on a page', () => {
  it.each([
    ['/Summer', '/Summer'],
    ['/summer/', '/summer'],
    ['/summer+', '/summer'],
    ['/summer%2b/?utm=1', '/summer'],
    ['/Summer.', '/Summer'],
    ['/summer+.', '/summer'],
    ['/summer%E2%80%9D)/,', '/summer'],
    ['/caf%C3%A9.', '/caf%C3%A9.'],
    ['/<b>&', '/%3Cb%3E&#38;'],
    ['/', ''],
  ])(
    'of %s has the path as typed, without what is ignored behind a code and without query, and as text',
    async (path, expected) => {
      const text = await shown(NOT_FOUND, { address: `https://s.example.com${path}` }).text();
      expect(text).toContain(`<code>s.example.com<b>${expected}</b></code>`);
    },
  );
});

describe('html', () => {
  it('escapes every value that is not markup', () => {
    expect(html`<a title="${`"'<>&`}">${html`<b>${1}</b>`}${null}${[html`x`, html`<`]}</a>`.text).toBe(
      '<a title="&#34;&#39;&#60;&#62;&#38;"><b>1</b>x<</a>',
    );
  });
});

describe('CONTACT', () => {
  it.each([
    ['help@example.com', 'mailto:help@example.com', 'help@example.com'],
    [' mailto:help@example.com ', 'mailto:help@example.com', 'help@example.com'],
    ['a?cc=b&c@example.com', 'mailto:a%3Fcc%3Db%26c@example.com', 'a?cc=b&c@example.com'],
    ['https://example.com/help/', 'https://example.com/help/', 'example.com/help'],
  ])('%s is shown', (given, href, label) => expect(parseContact(given)).toEqual({ href, label }));

  it.each([undefined, '', 'nobody', 'a b@example.com', '@', 'javascript:alert(1)', 'a@b@c'])(
    '%s is not shown',
    (given) => expect(parseContact(given)).toBeNull(),
  );
});
