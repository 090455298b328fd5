/** The pages of API keys. The text of a key is shown on one page, once. */
import type { FC } from 'hono/jsx';
import { keyPrefix } from '#secrets/key-text';
import type { KeyStatus } from '../../key-record';
import type { Key } from '../../keys';
import type { FormErrors } from '../form';
import type { UsedKey } from '../key-use';
import type { Page } from '../page';
import {
  Card,
  Choice,
  Confirm,
  Copyable,
  Day,
  Empty,
  Field,
  Head,
  Moment,
  Note,
  type Option,
  Usage,
} from './components';

const STATUS: Record<KeyStatus, readonly [kind: string, label: string]> = {
  active: ['good', 'Active'],
  inactive: ['wait', 'Switched off'],
  revoked: ['wrong', 'Revoked'],
};

const StatusBadge: FC<{ status: KeyStatus }> = ({ status }) => (
  <span class={`badge ${STATUS[status][0]}`}>{STATUS[status][1]}</span>
);

export type KeysView = {
  readonly keys: readonly UsedKey[];
  readonly cap: number;
  readonly name: string;
  readonly errors: FormErrors;
  readonly notice: string | undefined;
};

export const keysPage = ({ keys, cap, name, errors, notice }: KeysView): Page => {
  const usable = keys.filter(({ status }) => status !== 'revoked');
  const revoked = keys.filter(({ status }) => status === 'revoked');
  const active = usable.filter(({ status }) => status === 'active').length;
  return {
    title: 'Keys',
    section: 'keys',
    main: (
      <>
        <Head title="Keys" lead={`${active} of ${cap} active keys. Each has its own minute and its own month.`} />
        {notice && <Note>{notice}</Note>}
        <Card title="Make a key">
          <form method="post" action="/console/keys">
            {errors.form && <Note kind="wrong">{errors.form}</Note>}
            <Field
              label="Name"
              name="name"
              value={name}
              error={errors.name}
              hint="What uses it, e.g. “newsletter”. It is told in a header of every answer."
              input={{ required: true, maxlength: 100, autocomplete: 'off' }}
            />
            <button type="submit">Make key</button>
          </form>
        </Card>
        {usable.length === 0 ? (
          <Empty title="No key yet">
            <p>Give your first key a name above. Its text is shown once; your application sends it with every call.</p>
          </Empty>
        ) : (
          <Card title="Your keys">
            <KeyList keys={usable} />
          </Card>
        )}
        {revoked.length > 0 && (
          <Confirm summary={`Revoked keys (${revoked.length})`}>
            <section class="card">
              <KeyList keys={revoked} />
            </section>
          </Confirm>
        )}
      </>
    ),
  };
};

const KeyList: FC<{ keys: readonly UsedKey[] }> = ({ keys }) => (
  <ul class="rows">
    {keys.map((key) => (
      <li class="row">
        <div>
          <p class="line">
            <a class="name" href={`/console/keys/${key.id}`}>
              {key.name}
            </a>
            <StatusBadge status={key.status} />
          </p>
          <p class="soft small">
            <code>{keyPrefix(key.id)}…</code>
          </p>
        </div>
        <p class="soft small">
          <LastUsed one={key} />
        </p>
      </li>
    ))}
  </ul>
);

const LastUsed: FC<{ one: UsedKey }> = ({ one: { use, createdAt } }) =>
  use?.lastUsedAt ? (
    <>
      Last used <Moment at={use.lastUsedAt} />
    </>
  ) : (
    <>
      Made <Day at={createdAt} />
      {use !== null && ', not used yet'}
    </>
  );

const GRACES: readonly Option[] = [
  ['86400', 'For a day'],
  ['3600', 'For an hour'],
  ['604800', 'For a week'],
  ['0', 'Not at all: end it now'],
];
/** The graces that can be chosen, as the form says them. */
export const GRACE_CHOICES = GRACES.map(([seconds]) => seconds);

export type KeyView = {
  readonly key: UsedKey;
  readonly name: string;
  readonly errors: FormErrors;
  readonly notice: string | undefined;
};

export const keyPage = ({ key, name, errors, notice }: KeyView): Page => ({
  title: key.name,
  section: 'keys',
  main: (
    <>
      <Head
        title={key.name}
        lead={
          <>
            <code>{keyPrefix(key.id)}…</code> · made <Day at={key.createdAt} /> · plan {key.plan ?? key.accountPlan}
          </>
        }
      >
        <StatusBadge status={key.status} />
      </Head>
      {notice && <Note>{notice}</Note>}
      {errors.form && <Note kind="wrong">{errors.form}</Note>}
      <KeyUseCard one={key} />
      {key.status !== 'revoked' && <KeyForms one={key} name={name} errors={errors} />}
    </>
  ),
});

const KeyUseCard: FC<{ one: UsedKey }> = ({ one: { use } }) => (
  <Card title="Use">
    {use === null ? (
      <p class="soft">What it has used cannot be told at the moment.</p>
    ) : (
      <>
        <div class="duo">
          <Usage
            id="month"
            label="This month"
            used={use.reading.quota - use.reading.quotaRemaining}
            of={use.reading.quota}
            note={
              <>
                calls, until <Day at={use.reading.monthEndsAt} />
              </>
            }
          />
          <Usage
            id="window"
            label="This minute"
            used={use.reading.limit - use.reading.remaining}
            of={use.reading.limit}
            note="calls"
          />
        </div>
        <p class="soft small">
          {use.lastUsedAt === null ? (
            'Not used yet.'
          ) : (
            <>
              Last used <Moment at={use.lastUsedAt} />
            </>
          )}
        </p>
      </>
    )}
  </Card>
);

const KeyForms: FC<{ one: UsedKey; name: string; errors: FormErrors }> = ({ one: { id, status }, name, errors }) => (
  <>
    <Card title="Name">
      <form method="post" action={`/console/keys/${id}/name`}>
        <Field label="Name" name="name" value={name} error={errors.name} input={{ required: true, maxlength: 100 }} />
        <button class="quiet" type="submit">
          Rename
        </button>
      </form>
    </Card>
    <Card title="Rotate">
      <p class="soft">Gives this key a new text. Both share one minute and one month while the old text still works.</p>
      <form method="post" action={`/console/keys/${id}/rotate`}>
        <Choice label="The old text still works" name="grace" value="86400" options={GRACES} />
        <button class="quiet" type="submit">
          Rotate
        </button>
      </form>
    </Card>
    <Card title="Stop">
      <form method="post" action={`/console/keys/${id}/switch`}>
        <input type="hidden" name="status" value={status === 'active' ? 'inactive' : 'active'} />
        <p class="soft">
          {status === 'active'
            ? 'A key that is switched off answers 401 until it is switched on again.'
            : 'This key answers 401 until it is switched on again.'}
        </p>
        <button class="quiet" type="submit">
          {status === 'active' ? 'Switch off' : 'Switch on'}
        </button>
      </form>
      <Confirm summary="Revoke this key" grave>
        <form method="post" action={`/console/keys/${id}/revoke`}>
          <p class="soft">It answers 401 from then on, and nothing brings it back. Its links stay.</p>
          <button class="danger" type="submit">
            Revoke for good
          </button>
        </form>
      </Confirm>
    </Card>
  </>
);

/** The one page that shows a key's text. */
export const keyTextPage = (key: Key, text: string, origin: string, isRotated: boolean): Page => ({
  title: 'Your key',
  section: 'keys',
  main: (
    <>
      <Head title={isRotated ? `The new text of ${key.name}` : `Your key ${key.name}`} />
      <Note kind="wait">Copy it now. It is shown this once: we keep only its digest.</Note>
      <section class="card">
        <Copyable label="Key" id="key-text" value={text} />
        <Copyable
          label="A first call with it"
          id="key-call"
          value={`curl -s ${origin}/v2/shorten -H 'Authorization: Bearer ${text}' -H 'Content-Type: application/json' -d '{"url":"https://example.com/"}'`}
        />
      </section>
      <p>
        <a class="button" href={`/console/keys/${key.id}`}>
          I have it
        </a>
      </p>
    </>
  ),
});
