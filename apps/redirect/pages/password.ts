/**
 * The pages of protected links: the form for the password, and the refusal of too many attempts (specification 11.8).
 */
import type { VisitorPage } from './document';
import { html } from './html';

/**
 * The maxlength of the field, in UTF-16 units. A password has at most 100 characters. A character typed as a letter
 * with combining marks takes up to four units.
 */
const LONGEST_TYPED = 400;

const CONTACT_LEAD = 'Need help?';

/**
 * Returns the page with the form for the password. After a wrong password the title and a text at the field show the
 * error (WCAG 2.2, 3.3.1 and 4.1.3; design-system.service.gov.uk/patterns/validation).
 * @param code the code in the form's address, which thus has neither a query nor a `+`
 */
export function passwordPage(code: string, state: 'required' | 'wrong'): VisitorPage {
  const isWrong = state === 'wrong';
  const error = html`<p class="wrong" id="wrong" role="alert"><strong>Wrong password.</strong> Check capital letters and spaces, then try again.</p>`;
  // With autocomplete="off" browsers offer the visitor's own logins all the same. For a one-time code they offer none.
  return {
    status: isWrong ? 401 : 200,
    title: `${isWrong ? 'Error: ' : ''}This link needs a password`,
    main: html`<h1>This link needs a password</h1>
${isWrong ? null : html`<p>Enter the password you got with the link, or ask whoever shared it.</p>`}
<form method="post" action="/${code}">
<label for="password">Password</label>
<input type="password" id="password" name="password" required autofocus autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="${LONGEST_TYPED}"${isWrong ? html` aria-invalid="true" aria-describedby="wrong"` : null}>
${isWrong ? error : null}
<button class="deed">Open the link</button>
</form>`,
    flight: 'flying',
    contactLead: CONTACT_LEAD,
  };
}

/**
 * Returns the page for a visitor who has made too many attempts. It has no form, because any password would be refused
 * for a while.
 */
export function tooManyAttemptsPage(code: string, retryAfterSeconds: number): VisitorPage {
  const title = 'Too many wrong passwords';
  return {
    status: 429,
    title: `Error: ${title}`,
    main: html`<h1>${title}</h1>
<p>Ask whoever shared the link for the right password, and try again in ${inWords(retryAfterSeconds)}.</p>
<a class="deed mild" href="/${code}">Back to the link</a>`,
    flight: 'waiting',
    contactLead: CONTACT_LEAD,
  };
}

/** Returns a wait in words. It is rounded up, so that an attempt after the wait is not refused again. */
function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`;
}
