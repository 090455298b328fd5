/**
 * The Hono app of the console: its middleware, its pages, and the response to a thrown error. It is separate from the
 * API. No endpoint under /v2 reads cookies, and the console reads no Authorization header. Maintenance does not stop
 * the console.
 */
import { Hono } from 'hono';
import { documentationFile } from '#api/docs/files';
import { parseConfig } from '#api/platform/env';
import { Refusal } from '#domain/refusal';
import { newId } from '#secrets/key-text';
import { isUnavailable, logFault } from '#store/faults';
import {
  getAccount,
  getGoodbye,
  postDeletion,
  postName,
  postOtherSessionsEnd,
  postPasskey,
  postPasskeyChallenge,
  postPasskeyName,
  postPasskeyRemoval,
  postSessionEnd,
  postTheme,
} from './account/account';
import { getActivity } from './account/activity';
import { getExport } from './account/export';
import { getPlan, postUpgrade, postWithdrawal } from './account/plan';
import { type ConsoleContext, type ConsoleEnv, createMiddleware, readOrigin } from './context';
import { currentFile } from './files';
import { getStatus } from './forms/handle-form';
import { getKey, postKeyName, postRevocation, postRights, postRotation, postSwitch, postTextEnd } from './keys/key';
import { getKeyText } from './keys/key-text';
import { getKeys, postKey } from './keys/keys';
import { postLinkChanges, postUndo } from './links/change-links';
import { getJump, getJumpResults } from './links/jump';
import { getLink, LINK_EDITS, postLinkDeletion } from './links/link';
import { getLinks } from './links/links';
import { getLinksCsv } from './links/links-csv';
import { getAliasField, getLinkForm, postLink } from './links/new-link';
import { getMadeCsv, getMadeLinks, getSeveralForm, postSeveralLinks } from './links/several-links';
import { carryOutScheduled, limitAccount, pageHeaders, sameOrigin } from './middleware';
import { getOverview } from './overview/overview';
import { show } from './page';
import { getLogo, postLogo, postLogoRemoval, postLook } from './qr/keep';
import { getQrPage, getQrPicture } from './qr/qr';
import { elsewherePage, faultPage, notFoundPage, unavailablePage } from './refused';
import { signedIn } from './sign-in/session';
import {
  getSignIn,
  getSignInLink,
  getSignUp,
  postChallenge,
  postSignIn,
  postSignInLink,
  postSignOut,
  postSignUp,
  postSignUpChallenge,
} from './sign-in/sign-in';
import { getLinkCsv, getStatistics, getStatisticsCsv, getTagCsv } from './statistics/statistics';
import { getTag, getTags, postTagChange, postTagDeletion, postTagMerge } from './tags/tag';
import {
  getTemplate,
  getTemplates,
  postTemplate,
  postTemplateChange,
  postTemplateDeletion,
} from './templates/templates';
import { YEAR_SECONDS } from './words';

const setRequestVariables = createMiddleware(async (c, next) => {
  c.set('now', Date.now());
  c.set('requestId', newId());
  c.set('config', parseConfig(c.env));
  await next();
});

/** Responds 404 at any other origin, with a link to the console's own origin. Passkeys and cookies work only there. */
const ownHost = createMiddleware(async (c, next) => {
  const origin = readOrigin(c);
  return new URL(c.req.url).origin === origin ? next() : show(c, elsewherePage(origin), 404);
});

function createConsole(): Hono<ConsoleEnv> {
  const app = new Hono<ConsoleEnv>({ strict: false });
  app.use(pageHeaders, setRequestVariables, ownHost, sameOrigin);
  addFiles(app);
  addPublicRoutes(app);
  app.use('/console/*', signedIn, limitAccount);
  addSessionRoutes(app);
  app.notFound((c) => show(c, notFoundPage(c.req.path, c.get('account') !== undefined), 404));
  app.onError((error, c) => errorPage(error, c));
  return app;
}

const CACHED_FOR_EVER = { 'Cache-Control': `public, max-age=${YEAR_SECONDS}, immutable` };

function addFiles(app: Hono<ConsoleEnv>): void {
  app.get('/console/assets/:name', async (c, next) => {
    const name = c.req.param('name');
    const current = currentFile(name);
    if (current === undefined) return next();
    const { body, headers } = await documentationFile(c.env, `console/${current}`);
    const cached = name === current ? CACHED_FOR_EVER : { 'Cache-Control': 'no-cache' };
    return new Response(body, { headers: { 'Content-Type': headers.get('Content-Type') ?? '', ...cached } });
  });
}

/** Adds the pages that need no session. */
function addPublicRoutes(app: Hono<ConsoleEnv>): void {
  app.get('/console/sign-in', ...getSignIn);
  app.post('/console/sign-in', ...postSignIn);
  app.post('/console/sign-in/challenge', ...postChallenge);
  app.get('/console/sign-in/:token', ...getSignInLink);
  app.post('/console/sign-in/:token', ...postSignInLink);
  app.get('/console/sign-up', ...getSignUp);
  app.post('/console/sign-up', ...postSignUp);
  app.post('/console/sign-up/challenge', ...postSignUpChallenge);
  app.post('/console/sign-out', ...postSignOut);
  app.get('/console/goodbye', ...getGoodbye);
  app.post('/console/theme', ...postTheme);
}

/**
 * Adds the pages that need a session. Each page looks up the id or the name in its path among those of the account. So
 * the id of another account's key or link gets 404.
 */
function addSessionRoutes(app: Hono<ConsoleEnv>): void {
  app.get('/console', ...getOverview);

  app.use('/console/links/*', carryOutScheduled);
  app.get('/console/links', ...getLinks);
  app.get('/console/links.csv', carryOutScheduled, ...getLinksCsv);
  app.post('/console/links', ...postLink);
  app.get('/console/new-link', ...getLinkForm);
  app.get('/console/new-link/alias', ...getAliasField);
  app.get('/console/several-links', ...getSeveralForm);
  app.post('/console/several-links', ...postSeveralLinks);
  app.get('/console/several-links/:result', ...getMadeLinks);
  app.get('/console/several-links/:result/csv', ...getMadeCsv);
  app.post('/console/links/selected', ...postLinkChanges);
  app.post('/console/links/undo', ...postUndo);
  app.get('/console/links/:code', ...getLink);
  app.get('/console/links/:code/csv', ...getLinkCsv);
  for (const { path, handlers } of LINK_EDITS) app.post(path, ...handlers);
  app.get('/console/links/:code/qr', ...getQrPage);
  app.get('/console/links/:code/qr/picture', ...getQrPicture);
  app.post('/console/links/:code/qr/look', ...postLook);
  app.post('/console/links/:code/qr/logo', ...postLogo);
  app.post('/console/links/:code/qr/logo/remove', ...postLogoRemoval);
  app.post('/console/links/:code/delete', ...postLinkDeletion);
  app.get('/console/tags', ...getTags);
  app.get('/console/tags/:name', ...getTag);
  app.get('/console/tags/:name/csv', ...getTagCsv);
  app.post('/console/tags/:name/change', ...postTagChange);
  app.post('/console/tags/:name/merge', ...postTagMerge);
  app.post('/console/tags/:name/delete', ...postTagDeletion);
  app.get('/console/templates', ...getTemplates);
  app.post('/console/templates', ...postTemplate);
  app.get('/console/templates/:id', ...getTemplate);
  app.post('/console/templates/:id/change', ...postTemplateChange);
  app.post('/console/templates/:id/delete', ...postTemplateDeletion);
  app.get('/console/statistics', ...getStatistics);
  app.get('/console/statistics/csv', ...getStatisticsCsv);

  app.get('/console/keys', ...getKeys);
  app.post('/console/keys', ...postKey);
  app.get('/console/keys/:id', ...getKey);
  app.get('/console/keys/:id/text', ...getKeyText);
  app.post('/console/keys/:id/name', ...postKeyName);
  app.post('/console/keys/:id/rights', ...postRights);
  app.post('/console/keys/:id/rotate', ...postRotation);
  app.post('/console/keys/:id/previous-text/end', ...postTextEnd);
  app.post('/console/keys/:id/switch', ...postSwitch);
  app.post('/console/keys/:id/revoke', ...postRevocation);

  app.get('/console/plan', ...getPlan);
  app.post('/console/plan/upgrade', ...postUpgrade);
  app.post('/console/plan/withdraw', ...postWithdrawal);

  app.get('/console/account', ...getAccount);
  app.get('/console/account/logo', ...getLogo);
  app.get('/console/activity', ...getActivity);
  app.get('/console/jump', ...getJump);
  app.get('/console/jump/results', ...getJumpResults);
  app.post('/console/account/name', ...postName);
  app.post('/console/account/delete', ...postDeletion);
  app.get('/console/account/export', ...getExport);
  app.post('/console/passkeys', ...postPasskey);
  app.post('/console/passkeys/challenge', ...postPasskeyChallenge);
  app.post('/console/passkeys/:id/name', ...postPasskeyName);
  app.post('/console/passkeys/:id/remove', ...postPasskeyRemoval);
  app.post('/console/sessions/others/end', ...postOtherSessionsEnd);
  app.post('/console/sessions/:id/end', ...postSessionEnd);
}

/**
 * The response to an error that no form shows. A refusal with 404 gets the not-found page, and one with 401 a redirect
 * to the sign-in page. Any other error is logged, and its page does not show the cause.
 */
function errorPage(error: Error, c: ConsoleContext): Response {
  if (error instanceof Refusal && getStatus(error) === 404)
    return show(c, notFoundPage(c.req.path, c.get('account') !== undefined), 404);
  // A 401 means that the account was deleted during the request. Its session was deleted with it.
  if (error instanceof Refusal && getStatus(error) === 401) return c.redirect('/console/sign-in', 303);
  const requestId = c.get('requestId');
  logFault(error, { requestId, method: c.req.method, route: c.req.routePath });
  return isUnavailable(error) ? show(c, unavailablePage, 503) : show(c, faultPage(requestId), 500);
}

export const consoleApp = createConsole();
