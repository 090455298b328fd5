/**
 * Passkeys, on the pages for signing in and registering and on that of the account: fetch a challenge, let the browser
 * sign it, and send the credential with the form. Browsers convert the JSON of WebAuthn by themselves (Level 3,
 * sections 5.1.8 to 5.1.10), so no library is needed.
 */
import { find, findField, readParams } from './parts/shared';

const CEREMONIES = {
  create: (json: PublicKeyCredentialCreationOptionsJSON) =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(json) }),
  get: (json: PublicKeyCredentialRequestOptionsJSON, more?: CredentialRequestOptions) =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(json), ...more }),
};
const MESSAGES: Record<string, string> = {
  NotAllowedError: 'No passkey was used. You can try again.',
  InvalidStateError: 'This device already has a passkey of this account.',
  AbortError: 'No passkey was used. You can try again.',
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

/**
 * The field of the sign-in page offers the passkeys of this site like saved passwords. Its request ends when the button
 * is used, because a browser allows one at a time. Its challenge is renewed before it expires.
 */
const RENEW_MS = 270_000;
let offered = new AbortController();
async function offerPasskeys(form: HTMLFormElement): Promise<void> {
  const isPossible = await PublicKeyCredential.isConditionalMediationAvailable?.();
  const field = form.querySelector<HTMLElement>('[data-offer]');
  if (!isPossible || !field) return;
  const renewal = setTimeout(() => offered.abort('renew'), RENEW_MS);
  try {
    const challenge = await fetchChallenge(form);
    if (!challenge) return;
    field.hidden = false;
    sendCredential(form, await CEREMONIES.get(challenge, { mediation: 'conditional', signal: offered.signal }));
  } catch {
    if (offered.signal.reason !== 'renew') return;
    offered = new AbortController();
    offerPasskeys(form);
  } finally {
    clearTimeout(renewal);
  }
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
  const button = find<HTMLButtonElement>(form, 'button');
  const status = find(form, '[role=status]');
  if (!window.PublicKeyCredential?.parseCreationOptionsFromJSON) {
    status.textContent = 'This browser is too old for passkeys. Please use a newer one.';
    continue;
  }
  button.disabled = false;
  offerPasskeys(form);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    offered.abort('button');
    button.disabled = true;
    status.textContent = '';
    try {
      const challenge = await fetchChallenge(form);
      if (challenge) sendCredential(form, await CEREMONIES[form.dataset.passkey as 'create' | 'get'](challenge));
      else form.submit();
    } catch (error) {
      const { name, message } = error as Error;
      status.textContent = MESSAGES[name] ?? message;
      button.disabled = false;
    }
  });
}
