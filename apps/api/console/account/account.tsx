/**
 * The page of the account, its passkeys, sessions and appearance, and the forms that change them or delete the account.
 */

import type { FC } from 'hono/jsx';
import { type Account, changeAccount } from '#api/accounts/accounts';
import { deleteAccount } from '#api/accounts/delete-account';
import {
  addPasskey,
  listPasskeys,
  MAX_PASSKEYS,
  type Passkey,
  removePasskey,
  renamePasskey,
} from '#api/sign-in/passkeys';
import { endOtherSessions, endSession, listSessions, type Session } from '#api/sign-in/sessions';
import { registrationOptions, verifyRegistration } from '#api/sign-in/webauthn';
import { Refusal } from '#domain/refusal';
import { Head } from '../components';
import { type ConsoleContext, clearCookie, createHandlers, readOrigin } from '../context';
import { Disclosure } from '../disclosure';
import { FORMS } from '../forms/every-form';
import { type Forms, fillRoute, matchRoute } from '../forms/form';
import { FormElement, wasSent } from '../forms/form-element';
import { FormRefused, handleForm, type RefusedStatus, readFields } from '../forms/handle-form';
import { Input } from '../forms/input';
import { readForms } from '../forms/kept-in-browser';
import { TEMPLATES } from '../links/utm';
import { type ConsolePage, show } from '../page';
import { tooLongPage } from '../refused';
import { nameBrowser, readActor } from '../sign-in/session';
import { makeCeremony } from '../sign-in/sign-in';
import { readTheme, SET_THEME, type Theme, ThemeForm, writeTheme } from '../theme';
import {
  ADD_PASSKEY,
  DELETE_ACCOUNT,
  END_OTHER_SESSIONS,
  END_SESSION,
  NAME_ACCOUNT,
  NAME_PASSKEY,
  REMOVE_PASSKEY,
} from './forms';
import { Group, Passkeys, RenameInput, Sessions, Setting } from './sign-in-settings';

async function showAccount(c: ConsoleContext, forms: Forms, status: 200 | RefusedStatus = 200): Promise<Response> {
  const account = c.get('account');
  const [passkeys, sessions] = await Promise.all([
    listPasskeys(c.env, account.id),
    listSessions(c.env, account.id, c.get('now')),
  ]);
  const agent = nameBrowser(c.req.header('User-Agent'));
  const theme = readTheme(c);
  const own = { sessionId: c.get('sessionId'), agent, theme, now: c.get('now') };
  const view = { account, passkeys, sessions, ...own, forms };
  return show(c, accountPage(view), status);
}

export const getAccount = createHandlers(async (c) => showAccount(c, await readForms(c)));

export const postName = handleForm(NAME_ACCOUNT, {
  async run(c, { name = '' }) {
    await changeAccount(c.env, c.get('account').id, { name: name.trim() });
    return { to: '/console/account#name', notice: 'account-renamed' };
  },
  show: showAccount,
});

export const postDeletion = handleForm(DELETE_ACCOUNT, {
  async run(c) {
    await deleteAccount(c.env, c.get('account').id, c.get('now'));
    clearCookie(c);
    return { to: '/console/goodbye' };
  },
  show: showAccount,
});

/** The page after the deletion of an account. It needs no session. */
export const getGoodbye = createHandlers((c) => show(c, deletedPage));

const NOT_ADDED = 'That passkey could not be added. Please try again.';
const TOO_MANY = `An account has at most ${MAX_PASSKEYS} passkeys.`;

export const postPasskeyChallenge = createHandlers(async (c) => {
  const account = c.get('account');
  const known = await listPasskeys(c.env, account.id);
  return c.json(await registrationOptions(makeCeremony(c), 'passkey', account, known));
});

export const postPasskey = handleForm(ADD_PASSKEY, {
  async run(c, { name = '', credential = '' }) {
    const registered = await verifyRegistration(makeCeremony(c), 'passkey', credential);
    if (registered === null || registered.accountId !== c.get('account').id)
      throw new FormRefused([['form', NOT_ADDED]]);
    const isAdded = await addPasskey(c.env, { ...registered, name: name.trim() }, readActor(c), c.get('now'));
    if (!isAdded) throw new FormRefused([['form', TOO_MANY]]);
    return { to: '/console/account#passkeys', notice: 'passkey-added' };
  },
  show: showAccount,
});

export const postPasskeyName = handleForm(NAME_PASSKEY, {
  async run(c, { name = '' }) {
    const renamed = await renamePasskey(c.env, c.get('account').id, c.req.param('id') ?? '', name.trim());
    if (!renamed) throw new Refusal('UNKNOWN_ROUTE');
    return { to: '/console/account#passkeys', notice: 'passkey-renamed' };
  },
  show: showAccount,
});

export const postPasskeyRemoval = handleForm(REMOVE_PASSKEY, {
  async run(c) {
    const { id: accountId } = c.get('account');
    const removed = await removePasskey(c.env, accountId, c.req.param('id') ?? '', readActor(c), c.get('now'));
    if (!removed) throw new Refusal('UNKNOWN_ROUTE');
    return { to: '/console/account#passkeys', notice: 'passkey-removed' };
  },
  show: showAccount,
});

export const postSessionEnd = handleForm(END_SESSION, {
  async run(c) {
    const { id: accountId } = c.get('account');
    const ended = await endSession(c.env, accountId, c.req.param('id') ?? '', readActor(c), c.get('now'));
    if (!ended) throw new Refusal('UNKNOWN_ROUTE');
    return { to: '/console/account#sessions', notice: 'session-ended' };
  },
  show: showAccount,
});

export const postOtherSessionsEnd = handleForm(END_OTHER_SESSIONS, {
  async run(c) {
    await endOtherSessions(c.env, c.get('account').id, c.get('sessionId'), readActor(c), c.get('now'));
    return { to: '/console/account#sessions', notice: 'sessions-ended' };
  },
  show: showAccount,
});

/** Stores the choice, and returns to the page. It needs no form token, because a second request changes nothing. */
export const postTheme = createHandlers(async (c) => {
  const fields = await readFields(c, SET_THEME);
  if (fields === null) return show(c, tooLongPage, 413);
  writeTheme(c, fields.theme);
  return c.redirect(pageBefore(c), 303);
});

/**
 * The page of the console or the documentation that sent a form. A refused form is shown at the path that it was sent
 * to, which may have no page of its own.
 */
function pageBefore(c: ConsoleContext): string {
  const before = URL.parse(c.req.header('Referer') ?? '');
  if (before?.origin !== readOrigin(c) || !/^\/(console|docs)(\/|$)/.test(before.pathname)) return SET_THEME.page;
  const isPage = FORMS.some(({ page }) => matchRoute(page, before.pathname) !== null);
  const sent = FORMS.map(({ path, page }) => ({ page, params: matchRoute(path, before.pathname) }));
  const found = isPage ? undefined : sent.find(({ params }) => params !== null);
  return found?.params ? fillRoute(found.page, found.params) : before.pathname + before.search;
}

type AccountView = {
  readonly account: Account;
  readonly passkeys: readonly Passkey[];
  readonly sessions: readonly Session[];
  readonly sessionId: string;
  /** The name of this browser, which is proposed for a new passkey. */
  readonly agent: string;
  readonly theme: Theme;
  readonly now: number;
  readonly forms: Forms;
};

const accountPage = (view: AccountView): ConsolePage => ({
  title: 'Account',
  section: 'account',
  own: 'account',
  main: (
    <>
      <Head title="Account" lead="Your name, how you sign in, and your data." />
      <Group title="Profile">
        <div class="card settings">
          <Setting title="Name" words="Shown in the console, and beside new passkeys." id="name">
            <FormElement form={NAME_ACCOUNT} forms={view.forms} class="rename">
              {(shown) => <RenameInput of={shown} name={view.account.name} isNamed />}
            </FormElement>
          </Setting>
        </div>
      </Group>
      <Group title="Security">
        <div class="card settings">
          <Passkeys {...view} />
          <Sessions {...view} />
          <Setting title="Activity" words="Sign-ins, keys, deleted links and settings of the last 90 days.">
            <a class="button quiet" href="/console/activity">
              View activity
            </a>
          </Setting>
        </div>
      </Group>
      <Group title="Preferences">
        <div class="card settings">
          <Setting title="Theme" words="The colours of the console in this browser.">
            <ThemeForm theme={view.theme} forms={view.forms} hasWords />
          </Setting>
          <Shortcuts />
          <Setting title="UTM templates" words="Campaign parameters to choose from when you create a link.">
            <a class="button quiet" href={TEMPLATES}>
              Edit templates
            </a>
          </Setting>
        </div>
      </Group>
      <Group title="Data">
        <div class="card settings">
          <Setting
            title="Export your data"
            words="One JSON file: account, activity, links with statistics, keys without secrets."
          >
            <a class="button quiet" href="/console/account/export" download>
              Download
            </a>
          </Setting>
        </div>
        <div class="card settings final">
          <Deletion forms={view.forms} />
        </div>
      </Group>
    </>
  ),
});

/** Single keys act only with the script, so the script shows this. */
const Shortcuts: FC = () => (
  <Setting
    title="Keyboard shortcuts"
    words={
      <>
        <button class="text" type="button">
          Show the list
        </button>{' '}
        of single keys, such as <kbd>c</kbd> for a new link, or press <kbd>?</kbd>. Turn them off if you control your
        computer by voice.
      </>
    }
    attributes={{ id: 'single-keys', 'data-single-keys': '', hidden: true }}
  >
    <label class="check">
      <input type="checkbox" autocomplete="off" /> Use single keys
    </label>
  </Setting>
);

const Deletion: FC<{ forms: Forms }> = ({ forms }) => (
  <Setting title="Delete account" words="Keys and links stop working at once. This cannot be undone.">
    <Disclosure summary="Delete account" look="button danger" hasCancel isOpen={wasSent(DELETE_ACCOUNT, forms)}>
      <ul class="grants">
        <li class="no">Nobody can sign in, and every key stops working.</li>
        <li class="no">Every link stops redirecting. Nobody else can take its short code.</li>
        <li class="no">Names, passkeys, destinations and statistics are erased.</li>
      </ul>
      <FormElement form={DELETE_ACCOUNT} forms={forms}>
        {(shown) => (
          <>
            <Input of={shown} name="confirmation" />
            <button class="danger" type="submit">
              Delete this account for good
            </button>
          </>
        )}
      </FormElement>
    </Disclosure>
  </Setting>
);

const deletedPage: ConsolePage = {
  title: 'Deleted',
  flight: 'gone',
  main: (
    <Head
      title="Your account is deleted"
      lead="Its links no longer redirect. Their destinations are erased within minutes, or within hours where there were very many."
    />
  ),
};
