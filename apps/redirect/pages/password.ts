/** The page between a protected link and its destination (specification 11.8). */
import type { VisitorPage } from './document';
import { html } from './html';

/** A password has at most 100 characters, and a character typed as letter and marks takes up to four units here. */
const LONGEST_TYPED = 400;

const CONTACT_LEAD = 'Need help?';

/**
 * Asks for the password, a second time after a wrong one. The error is text, tied to its field and first in the title
 * (WCAG 2.2, 3.3.1 and 4.1.3; design-system.service.gov.uk/patterns/validation).
 * @param code in the form's address, so that neither a query nor a `+` comes back with the password
 */
export function passwordPage(code: string, state: 'asked' | 'wrong'): VisitorPage {
  const isWrong = state === 'wrong';
  const error = html`<p class="wrong" id="wrong" role="alert"><strong>Error:</strong> that is not the password. Check capital letters and spaces, then try again.</p>`;
  // Browsers ignore autocomplete="off" here and offer the visitor's own logins; a one-time code they leave alone.
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

/** No more passwords are taken from this visitor for a while: no field, because whatever stood in it would be refused. */
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

/** Rounded up, so that whoever waits as long as told is let in. */
function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`;
}
