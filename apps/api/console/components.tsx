/** Components of pages. JSX escapes every text, so that nothing a user typed becomes markup. */
import type { Child, FC, PropsWithChildren } from 'hono/jsx';
import { BIRD, type Flight as Cause, FLIGHT_BOX, FLIGHTS } from '#drawings/flight';
import { findAddress } from './files';

/** A page above another one. */
type Above = readonly [label: Child, href: string];

/** The way back to the page above this one. */
export const Back: FC<{ to: Above }> = ({ to: [label, href] }) => (
  <a class="back small" href={href}>
    {label}
  </a>
);

type HeadProps = {
  title: Child;
  lead?: Child;
  back?: Above;
  /** Whether the head is one line on a phone too. */
  isShort?: boolean;
};

/** The head of a page: the way back, its title, a line about it, and its main action. */
export const Head: FC<PropsWithChildren<HeadProps>> = ({ title, lead, back, isShort, children }) => (
  <div class={isShort ? 'head tight' : 'head'}>
    <div>
      {back && <Back to={back} />}
      <h1 id="title" tabindex={-1}>
        {title}
      </h1>
      {lead && <p>{lead}</p>}
    </div>
    {children}
  </div>
);

/** A part of a page. */
export const Card: FC<PropsWithChildren<{ title?: string }>> = ({ title, children }) => (
  <section class="card">
    {title && <h2>{title}</h2>}
    {children}
  </section>
);

/**
 * The card of what cannot be undone: its words at the left, and its button at the right.
 * @param children the form, or the disclosure around it
 */
export const DangerCard: FC<PropsWithChildren<{ title: string; words: string }>> = ({ title, words, children }) => (
  <section class="card grave">
    <div>
      <h2>{title}</h2>
      <p class="soft small">{words}</p>
    </div>
    {children}
  </section>
);

type AlertKind = 'good' | 'wait' | 'wrong';

/** A tick, an exclamation mark in a circle, and one in a triangle. */
const ALERT_ICONS: Record<AlertKind, string> = {
  good: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM8 12.500l3 3 5-6',
  wait: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7.500v5.500M12 16.500v.01',
  wrong: 'M12 4l9.500 16h-19zM12 10v4.500M12 17.500v.01',
};

export const AlertIcon: FC<{ kind: AlertKind }> = ({ kind }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d={ALERT_ICONS[kind]} />
  </svg>
);

type AlertProps = {
  kind?: AlertKind;
  /** The first words, which stand out. */
  lead?: Child;
  /** A link or a button at the end. */
  action?: Child;
  /** Whether the message disappears once its page is left. */
  isOnce?: boolean;
  /** Whether the page begins with the focus on it. */
  hasFocus?: boolean;
};

/** The alert box, a message on a page. */
export const Alert: FC<PropsWithChildren<AlertProps>> = ({
  kind = 'good',
  lead,
  action,
  isOnce,
  hasFocus,
  children,
}) => (
  <div
    class={kind === 'good' ? 'alert' : `alert ${kind}`}
    role={kind === 'wrong' ? 'alert' : 'status'}
    data-once={isOnce ? '' : undefined}
    tabindex={hasFocus ? -1 : undefined}
    autofocus={hasFocus || undefined}
  >
    <AlertIcon kind={kind} />
    <p>
      {lead && <b>{lead}</b>} {children}
    </p>
    {action}
  </div>
);

/** The placeholder for an empty list, with the first step. */
export const Empty: FC<PropsWithChildren<{ title: string; flight?: Cause }>> = ({
  title,
  flight = 'flying',
  children,
}) => (
  <div class="empty">
    <Flight of={flight} />
    <h2>{title}</h2>
    {children}
  </div>
);

type FieldProps = {
  label: string;
  name: string;
  value?: string | undefined;
  error?: string | undefined;
  hint?: Child;
  type?: string;
  /** Attributes of the input element. */
  input?: Record<string, string | number | boolean>;
};

/** A field of a GET form, with its label, hint and error. */
export const Field: FC<FieldProps> = ({ label, name, value, error, hint, type = 'text', input = {} }) => {
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <input
        id={name}
        name={name}
        type={type}
        value={value}
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={described || undefined}
        autofocus={error !== undefined}
        {...input}
      />
      {error && (
        <p class="bad" id={`${name}-error`}>
          {error}
        </p>
      )}
      {hint && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
};

type Option = readonly [value: string, label: string];

export const Choice: FC<{ label: string; name: string; value: string; options: readonly Option[]; hint?: Child }> = ({
  label,
  name,
  value,
  options,
  hint,
}) => (
  <div class="field">
    <label for={name}>{label}</label>
    <select id={name} name={name} aria-describedby={hint ? `${name}-hint` : undefined}>
      {options.map(([option, text]) => (
        <option value={option} selected={option === value}>
          {text}
        </option>
      ))}
    </select>
    {hint && (
      <p class="hint" id={`${name}-hint`}>
        {hint}
      </p>
    )}
  </div>
);

const makeMomentFormat = (timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone });
const MOMENT = makeMomentFormat('UTC');
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** A time to the minute in UTC. @param at epoch milliseconds */
export const formatMoment = (at: number): string => `${MOMENT.format(at)} UTC`;

/** A time to the minute in a zone, with its name. @param timeZone IANA name */
export const formatMomentIn = (at: number, timeZone: string): string =>
  timeZone === 'UTC' ? formatMoment(at) : `${makeMomentFormat(timeZone).format(at)} (${timeZone})`;

/**
 * A time. The script shows it in the reader's zone; a pointer on it shows it in UTC.
 * @param timeZone the zone without the script
 */
export const Moment: FC<{ at: number; timeZone?: string }> = ({ at, timeZone = 'UTC' }) => (
  <time datetime={new Date(at).toISOString()} title={formatMoment(at)} data-zone="moment">
    {formatMomentIn(at, timeZone)}
  </time>
);

/** The time of day, like Moment. Without the script it is in UTC. */
export const TimeOfDay: FC<{ at: number }> = ({ at }) => (
  <time datetime={new Date(at).toISOString()} title={formatMoment(at)} data-zone="clock">
    {new Date(at).toISOString().slice(11, 16)} UTC
  </time>
);

/** The day of a time, like Moment. */
export const Day: FC<{ at: number }> = ({ at }) => (
  <time datetime={new Date(at).toISOString()} title={formatMoment(at)} data-zone="day">
    {DAY.format(at)}
  </time>
);

const COUNT = new Intl.NumberFormat('en');
export const formatCount = (count: number): string => COUNT.format(count);

/** Returns a text like `1 link` or `10,000+ links`. @param isMore whether there are more */
export const formatCounted = (count: number, noun: string, isMore = false): string =>
  `${formatCount(count)}${isMore ? '+' : ''} ${noun}${count === 1 ? '' : 's'}`;

/** A progress bar of a limit and its use. */
export const Usage: FC<{ id: string; label: string; used: number; of: number; note?: Child }> = ({
  id,
  label,
  used,
  of,
  note,
}) => (
  <div>
    <label class="soft small" for={id}>
      {label}
    </label>
    <progress id={id} class={used >= of ? 'full' : undefined} value={Math.min(used, of)} max={of} />
    <p class="small">
      <b>{formatCount(used)}</b> of {formatCount(of)} {note && <span class="soft">{note}</span>}
    </p>
  </div>
);

/** The drawing of the bird and its trail, which sign-in, empty and refusing pages begin with. Others need no style for it. */
export const Flight: FC<{ of: Cause }> = ({ of }) => (
  <>
    <link rel="stylesheet" href={findAddress('flight.css')} />
    <svg class={of === 'flying' ? 'flight' : `flight ${of}`} aria-hidden="true" {...FLIGHT_BOX}>
      <path class="trail" d={FLIGHTS[of].trail} />
      <path class="bird" d={BIRD} transform={FLIGHTS[of].bird} />
    </svg>
  </>
);
