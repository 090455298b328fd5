/** The page of the account: its name, who can sign in, what the browser prefers, its export and its deletion. */
import type { FC } from 'hono/jsx';
import type { Account } from '#api/accounts/accounts';
import type { Passkey } from '#api/sign-in/passkeys';
import type { Session } from '#api/sign-in/sessions';
import { DELETE_ACCOUNT, NAME_ACCOUNT } from '../forms/declared/account';
import type { Forms } from '../forms/form';
import { FormOf, wasSent } from '../forms/form-of';
import { Input } from '../forms/input';
import type { ConsolePage } from '../page';
import type { Theme } from '../theme';
import { Head } from './components';
import { Passkeys, Sessions } from './doors';
import { RenameInput } from './rename-input';
import { Group, Opening, Setting } from './setting';
import { ThemeForm } from './theme';

type AccountView = {
  readonly account: Account;
  readonly passkeys: readonly Passkey[];
  readonly sessions: readonly Session[];
  readonly sessionId: string;
  /** The name of this browser, which is proposed for a new passkey. */
  readonly agent: string;
  readonly theme: Theme;
  readonly forms: Forms;
};

export const accountPage = (view: AccountView): ConsolePage => ({
  title: 'Account',
  section: 'account',
  own: 'account',
  main: (
    <>
      <Head title="Account" lead="Your name, how you sign in, and your data." />
      <Group title="Profile">
        <div class="card settings">
          <Setting title="Name" words="Shown in the console, and beside new passkeys.">
            <FormOf form={NAME_ACCOUNT} forms={view.forms} class="rename">
              {(shown) => <RenameInput of={shown} name={view.account.name} isNamed />}
            </FormOf>
          </Setting>
        </div>
      </Group>
      <Group title="Security">
        <div class="card settings">
          <Passkeys {...view} />
          <Sessions {...view} />
          <Setting title="Activity" words="Sign-ins, changed keys and deleted links of the last 90 days.">
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

/** The script shows this, because single keys act only with it. */
const Shortcuts: FC = () => (
  <Setting
    title="Keyboard shortcuts"
    words={
      <>
        <kbd>c</kbd> makes a new link, <kbd>/</kbd> opens the search. Turn them off if you control your computer by
        voice.
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
    <Opening label="Delete account" kind="danger" isOpen={wasSent(DELETE_ACCOUNT, forms)}>
      <ul class="grants">
        <li class="no">Nobody can sign in, and every key stops working.</li>
        <li class="no">Every link stops redirecting. Nobody else can take its short code.</li>
        <li class="no">Names, passkeys, destinations and statistics are erased.</li>
      </ul>
      <FormOf form={DELETE_ACCOUNT} forms={forms}>
        {(shown) => (
          <>
            <Input of={shown} name="confirmation" />
            <button class="danger" type="submit">
              Delete this account for good
            </button>
          </>
        )}
      </FormOf>
    </Opening>
  </Setting>
);

export const deletedPage: ConsolePage = {
  title: 'Deleted',
  flight: 'gone',
  main: (
    <Head
      title="Your account is deleted"
      lead="Its links no longer redirect. Their destinations are erased within minutes, or within hours where there were very many."
    />
  ),
};
