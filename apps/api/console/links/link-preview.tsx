/** What a new link will be, beside its form on a wide window. The script keeps it up to date (client/new-link.ts). */
import type { FC } from 'hono/jsx';
import { CODE_LENGTH } from '#domain/short-address';
import { BIRD } from '#drawings/flight';
import type { Fields, FormErrors } from '../forms/form';
import { DEFAULT_UNIT, LIFETIMES, NEVER, UNITS } from './forms';

type PreviewProps = {
  /** The origin of short links. */
  host: string;
  /** The values of the form. */
  typed: Fields;
  errors: FormErrors;
};

/**
 * The pattern stands in for the QR code once there is a destination. A refused value is left out until it is changed.
 */
export const LinkPreview: FC<PreviewProps> = ({ host, typed, errors }) => (
  <aside class="card preview" aria-labelledby="preview" data-rest={typed.url || typed.alias ? undefined : ''}>
    <h2 id="preview">Preview</h2>
    <div class="later small">
      <svg viewBox="-33 -33 66 66" aria-hidden="true">
        <path d={BIRD} transform="rotate(38)" />
      </svg>
      Your code appears here
    </div>
    <svg class="ghost" viewBox="-2 -2 25 25" aria-hidden="true">
      <path d={MODULES} />
      {FINDERS.map(([x, y]) => (
        <>
          <rect class="ring" x={x + 0.5} y={y + 0.5} width="6" height="6" />
          <rect x={x + 2} y={y + 2} width="3" height="3" />
        </>
      ))}
    </svg>
    <p class="will">
      <span class="soft">{host}/</span>
      <Live of="alias" empty={'•'.repeat(CODE_LENGTH)} text={typed.alias} isRefused={errors.alias !== undefined} />
    </p>
    <dl>
      {ROWS.map(([name, label, textOf, field = name]) => {
        const isRefused = errors[field] !== undefined;
        const text = isRefused ? undefined : textOf(typed);
        return (
          <div hidden={!text && !isRefused && name !== 'host'}>
            <dt>{label}</dt>
            <dd>
              <Live of={name} empty="–" text={text} isRefused={isRefused} />
            </dd>
          </div>
        );
      })}
    </dl>
  </aside>
);

/** A text that follows a field of the form. */
const Live: FC<{ of: string; empty: string; text: string | undefined; isRefused: boolean }> = (props) => (
  <b data-preview={props.of} data-empty={props.empty} data-refused={props.isRefused ? '' : undefined}>
    {props.text || props.empty}
  </b>
);

type Row = readonly [name: string, label: string, textOf: (typed: Fields) => string | undefined, field?: string];

/** The destination, and the options that are set. */
const ROWS: readonly Row[] = [
  ['host', 'Leads to', ({ url = '' }) => /^(?:https?:\/\/)?([^/?#\s]+\.[^/?#\s]+)/i.exec(url.trim())?.[1], 'url'],
  ['expiresIn', 'Expires', formatLifetime],
  ['maxClicks', 'Clicks', ({ maxClicks = '' }) => numeral(maxClicks) && `At most ${maxClicks}`],
  ['password', 'Password', () => undefined],
];

/** A text that is a whole number; the empty text for any other. */
const numeral = (text: string): string => (/^\s*\d+\s*$/.test(text) ? text.trim() : '');

function formatLifetime({ lifetime, expiresIn = '', unit = DEFAULT_UNIT }: Fields): string | undefined {
  const chosen = LIFETIMES.find(([seconds]) => seconds === lifetime)?.[1];
  if (chosen !== undefined) return `After ${chosen}`;
  const name = UNITS.find(([seconds]) => seconds === unit)?.[1] ?? '';
  const amount = lifetime === NEVER ? '' : numeral(expiresIn);
  return amount && `After ${amount} ${amount === '1' ? name.slice(0, -1) : name}`;
}

/** The modules of a side, as in the smallest QR code. */
const SIDE = 21;
const FINDERS = [
  [0, 0],
  [SIDE - 7, 0],
  [0, SIDE - 7],
] as const;

const isNearFinder = (x: number, y: number): boolean =>
  FINDERS.some(([left, top]) => x >= left - 1 && x <= left + 7 && y >= top - 1 && y <= top + 7);

const isDark = (x: number, y: number): boolean =>
  ((Math.imul((x * 73856093) ^ (y * 19349663), 0x45d9f3b) >>> 13) & 1) === 1;

/** Modules without a meaning: the code is known when the link is created. */
const MODULES = Array.from({ length: SIDE * SIDE }, (_, index) => [index % SIDE, Math.floor(index / SIDE)] as const)
  .filter(([x, y]) => !isNearFinder(x, y) && isDark(x, y))
  .map(([x, y]) => `M${x} ${y}h1v1h-1z`)
  .join('');
