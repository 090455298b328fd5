/**
 * The pages of protected links: the form for the password, and the refusal of too many attempts (specification 11.8).
 */
import { html, type VisitorPage } from './document';

/**
 * The maxlength of the field, in UTF-16 units. A password has at most 100 characters. A character typed as a letter
 * with combining marks takes up to four units.
 */
const LONGEST_TYPED = 400;

const LOCK = html`<svg width="16" height="16" viewBox="0 0 20 20" aria-hidden="true"><path d="M5 8V6a5 5 0 0 1 10 0v2h2v11H3V8zm2 0h6V6a3 3 0 0 0-6 0z"/></svg>`;

/**
 * Returns the page with the form for the password. After a wrong password the title and a text at the field show the
 * error (WCAG 2.2, 3.3.1 and 4.1.3; design-system.service.gov.uk/patterns/validation).
 * @param code the code in the form's address, which thus has neither a query nor a `+`
 */
export function makePasswordPage(code: string, state: 'required' | 'wrong'): VisitorPage {
  const isWrong = state === 'wrong';
  const error = html`<p class="wrong" id="wrong" role="alert"><strong>Wrong password.</strong> Check capitals and spaces.</p>`;
  // With autocomplete="off" browsers offer the visitor's own logins all the same. For a one-time code they offer none.
  // No script could change the type of the field, so it is a text that the stylesheet veils unless the box is ticked.
  return {
    status: isWrong ? 401 : 200,
    title: `${isWrong ? 'Error: ' : ''}This link needs a password`,
    main: (address) => html`<h1>This link needs a password</h1>
${address}
<p>Enter the password you got with the link,
or ask whoever shared it.</p>
<form method="post" action="/${code}">
<label for="password">${LOCK} Password</label>
<input type="text" id="password" name="password" required autofocus autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="${LONGEST_TYPED}"${isWrong ? html` aria-invalid="true" aria-describedby="wrong"` : null}>
${isWrong ? error : null}
<label class="reveal"><input type="checkbox" id="reveal" autocomplete="off"> Show password</label>
<button class="deed">Open the link</button>
</form>`,
    flight: 'flying',
  };
}

/**
 * Returns the page for a visitor who has made too many attempts. It has no form, because any password would be refused
 * for a while.
 */
export function makeTooManyAttemptsPage(retryAfterSeconds: number): VisitorPage {
  const title = 'Too many wrong passwords';
  return {
    status: 429,
    title: `Error: ${title}`,
    main: (address) => html`<h1>${title}</h1>
${address}
<p>You can try again in <b>${formatWait(retryAfterSeconds)}</b>.
Meanwhile, ask whoever shared the link for the right password.</p>
<p><a href="">Back to the link</a></p>`,
    flight: 'waiting',
  };
}

/** Returns a wait in words. It is rounded up, so that an attempt after the wait is not refused again. */
function formatWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`;
}
