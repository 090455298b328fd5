/**
 * Passkeys, on the pages for signing in and registering and on that of the account: fetch a challenge, let the browser
 * sign it, and send the credential with the form. Browsers convert the JSON of WebAuthn by themselves (Level 3,
 * sections 5.1.8 to 5.1.10), so no library is needed.
 */
import { find, findField, readParams } from './parts/shared';

const CEREMONIES = {
  create: (json: PublicKeyCredentialCreationOptionsJSON) =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(json) }),
  get: (json: PublicKeyCredentialRequestOptionsJSON) =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(json) }),
};
/** Browsers tell a cancelled, a late and a missing passkey by one name, so that no page learns which. */
const NOT_USED =
  'No passkey was used: you cancelled, it took too long, or this device has none for this page. You can try again.';
const MESSAGES: Record<string, string> = {
  NotAllowedError: NOT_USED,
  InvalidStateError: 'This device already has a passkey of this account.',
  AbortError: NOT_USED,
  SecurityError: 'This browser does not allow passkeys at this address.',
};

async function fetchChallenge(form: HTMLFormElement) {
  const response = await fetch(form.dataset.challenge ?? '', { method: 'POST', body: readParams(form) });
  if (response.status === 429) throw new Error('Too many tries. Please wait a minute.');
  return response.ok ? response.json() : null;
}
function sendCredential(form: HTMLFormElement, credential: Credential | null): void {
  findField(form, 'credential').value = JSON.stringify((credential as PublicKeyCredential).toJSON());
  form.submit();
}

/** Says at the button why no passkey was used, to screen readers too. */
function showFailure(line: HTMLElement, words: string): void {
  line.textContent = words;
  line.focus();
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
  const button = find<HTMLButtonElement>(form, 'button');
  const failure = find(form, '[data-failure]');
  if (!window.PublicKeyCredential?.parseCreationOptionsFromJSON) {
    failure.textContent = 'This browser is too old for passkeys. Please use a newer one.';
    continue;
  }
  button.disabled = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    failure.textContent = '';
    try {
      const challenge = await fetchChallenge(form);
      if (challenge) sendCredential(form, await CEREMONIES[form.dataset.passkey as 'create' | 'get'](challenge));
      else form.submit();
    } catch (error) {
      const { name, message } = error as Error;
      button.disabled = false;
      showFailure(failure, MESSAGES[name] ?? message);
    }
  });
}
