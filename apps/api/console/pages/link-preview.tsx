/** What a new link will be, beside its form on a wide window. The script keeps it up to date (script/new-link.ts). */
import type { FC } from 'hono/jsx';
import { CODE_LENGTH } from '#domain/codes';
import { SUGGESTED } from '../forms/declared/links';
import type { Fields, FormErrors } from '../forms/form';
import { DEFAULT_UNIT, UNITS } from '../units';

type PreviewProps = {
  /** That of short links. */
  host: string;
  /** The values of the form. */
  typed: Fields;
  errors: FormErrors;
};

/** A refused value is marked until it is changed. */
export const LinkPreview: FC<PreviewProps> = ({ host, typed, errors }) => (
  <aside class="card preview" aria-labelledby="preview">
    <h2 id="preview">Preview</h2>
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
      <span class="badge wrong">{typed[SUGGESTED] === undefined ? 'Not valid' : 'Taken'}</span>
    </p>
    <dl>
      {ROWS.map(([name, label, empty, textOf, field = name]) => {
        const isRefused = errors[field] !== undefined;
        return (
          <div>
            <dt>{label}</dt>
            <dd>
              <Live
                of={name}
                empty={empty}
                text={isRefused ? refusedText(field) : textOf(typed)}
                isRefused={isRefused}
              />
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

/** The words in place of a refused value. The page cannot show a password again, so it must be typed once more. */
const refusedText = (field: string): string => (field === 'password' ? 'Enter it again' : 'Not valid');

type Row = readonly [
  name: string,
  label: string,
  empty: string,
  textOf: (typed: Fields) => string | undefined,
  field?: string,
];

const ROWS: readonly Row[] = [
  ['host', 'Leads to', '–', ({ url = '' }) => /^(?:https?:\/\/)?([^/?#\s]+\.[^/?#\s]+)/i.exec(url.trim())?.[1], 'url'],
  ['expiresIn', 'Expires', 'Never', lifetimeOf],
  ['maxClicks', 'Clicks', 'Unlimited', ({ maxClicks = '' }) => numeral(maxClicks) && `At most ${maxClicks}`],
  ['password', 'Password', 'None', () => undefined],
];

/** A text that is a whole number; the empty text for any other. */
const numeral = (text: string): string => (/^\s*\d+\s*$/.test(text) ? text.trim() : '');

function lifetimeOf({ expiresIn = '', unit = DEFAULT_UNIT }: Fields): string | undefined {
  const name = UNITS.find(([seconds]) => seconds === unit)?.[1] ?? '';
  const amount = numeral(expiresIn);
  return amount && `After ${amount} ${amount === '1' ? name.slice(0, -1) : name}`;
}

/** The side of the drawing in modules, that of the smallest QR code. */
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
