/** The page between a protected link and its destination (specification 11.8). */
import type { VisitorPage } from './document';
import { html } from './html';

/**
 * The maxlength of the field, in UTF-16 units. A password has at most 100 characters, and one that is typed as a letter
 * and marks takes up to four units.
 */
const LONGEST_TYPED = 400;

const CONTACT_LEAD = 'Need help?';

/**
 * The page that asks for the password. After a wrong one it has an error too, as text, tied to its field and first in
 * the title (WCAG 2.2, 3.3.1 and 4.1.3; design-system.service.gov.uk/patterns/validation).
 * @param code in the form's address, so that neither a query nor a `+` is sent with the password
 */
export function passwordPage(code: string, state: 'asked' | 'wrong'): VisitorPage {
  const isWrong = state === 'wrong';
  const error = html`<p class="wrong" id="wrong" role="alert"><strong>Error:</strong> that is not the password. Check capital letters and spaces, then try again.</p>`;
  // Browsers ignore autocomplete="off" here and offer the visitor's own logins. For a one-time code they offer none.
  return {
    status: isWrong ? 401 : 200,
    title: `${isWrong ? 'Error: ' : ''}This link needs a password`,
    main: html`<h1>This link needs a password</h1>
<p>Whoever shared it with you knows the password.</p>
<form method="post" action="/${code}">
<label for="password">Password</label>
<input type="password" id="password" name="password" required autofocus autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="${LONGEST_TYPED}"${isWrong ? html` aria-invalid="true" aria-describedby="wrong"` : null}>
${isWrong ? error : null}
<button class="deed">Open the link</button>
</form>`,
    flight: 'turned',
    contactLead: CONTACT_LEAD,
  };
}

/**
 * The page for a visitor who has made too many attempts. It has no field, because any password would be refused for a
 * while.
 */
export function tooManyAttemptsPage(code: string, retryAfterSeconds: number): VisitorPage {
  const title = 'Too many wrong passwords';
  return {
    status: 429,
    title: `Error: ${title}`,
    main: html`<h1>${title}</h1>
<p>To keep this link safe, no more passwords are taken from you for now. Try again in ${inWords(retryAfterSeconds)}.</p>
<p class="soft">Not sure of the password? Ask whoever shared the link with you.</p>
<a class="deed" href="/${code}">Try again</a>`,
    flight: 'turned',
    contactLead: CONTACT_LEAD,
  };
}

/** A wait in words. It is rounded up, so that the next attempt after it is accepted. */
function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`;
}
