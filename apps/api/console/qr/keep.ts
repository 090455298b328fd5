/** Takes what an account keeps for the QR codes of all links: how they begin, and the logo. */
import { decodeBase64, encodeBase64, makeLogo } from '#api/qr/logo';
import { QrQuery } from '#api/qr/query';
import { findStyle, removeLogo, saveLogo, saveLook } from '#api/qr/style';
import { type ConsoleContext, createHandlers } from '../context';
import { FormRefused, handleForm } from '../forms/handle-form';
import { findLink } from '../links/account-links';
import { readActor } from '../sign-in/session';
import { KEEP_LOOK, LOGO_FAULTS, REMOVE_LOGO, UPLOAD_LOGO } from './forms';
import type { QrParameters } from './parameters';
import { showStudio } from './qr';
import { addressWith, studioPath } from './qr-picture';

/** The logo of the account as it is stored. */
export const getLogo = createHandlers(async (c) => {
  const { logo } = await findStyle(c.env, c.get('account').id);
  return logo === null ? c.notFound() : c.body(decodeBase64(logo), 200, { 'Content-Type': 'image/png' });
});

const readChange = (c: ConsoleContext) => ({ accountId: c.get('account').id, by: readActor(c), now: c.get('now') });

/** The studio of a link with the options that a form has sent along. */
async function pathWith(c: ConsoleContext, query: string, more: QrParameters = {}): Promise<string> {
  const { alias, code } = await findLink(c);
  return addressWith(studioPath(alias ?? code), { ...Object.fromEntries(new URLSearchParams(query)), ...more });
}

export const postLogo = handleForm(UPLOAD_LOGO, {
  async run(c, { logo = '', query = '' }) {
    const to = await pathWith(c, query, { logo: 'true' });
    const made = await makeLogo(readFile(logo));
    if (typeof made === 'string') throw new FormRefused([['logo', LOGO_FAULTS[made]]]);
    await saveLogo(c.env, encodeBase64(made), readChange(c));
    return { to, notice: 'qr-logo-set' };
  },
  show: showStudio,
});

/** The bytes of a sent file. A browser that sends only its name, or any other text, has sent no file. */
function readFile(base64: string): Uint8Array {
  try {
    return decodeBase64(base64);
  } catch {
    return new Uint8Array(0);
  }
}

export const postLogoRemoval = handleForm(REMOVE_LOGO, {
  async run(c, { query = '' }) {
    const to = await pathWith(c, query, { logo: 'false' });
    await removeLogo(c.env, readChange(c));
    return { to, notice: 'qr-logo-removed' };
  },
  show: showStudio,
});

export const postLook = handleForm(KEEP_LOOK, {
  async run(c, { color = '', bgColor = '', logo = '', query = '' }) {
    const to = await pathWith(c, query);
    const look = QrQuery.safeParse({ color, bgColor, logo });
    if (!look.success) throw new FormRefused([['form', look.error.issues[0]?.message ?? '']]);
    const style = { color: look.data.color, bgColor: look.data.bgColor, hasLogo: look.data.logo };
    await saveLook(c.env, style, readChange(c));
    return { to, notice: 'qr-look-kept' };
  },
  show: showStudio,
});
