/** What a new link will be, beside its form on a wide window. The script keeps it up to date (client/new-link.ts). */
import type { FC } from 'hono/jsx';
import { CODE_LENGTH } from '#domain/short-address';
import { BIRD } from '#drawings/flight';
import type { Fields, FormErrors } from '../forms/form';
import type { PropertyName } from './link-property';
import { PROPERTIES, PROPERTY_NAMES } from './properties';

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
      <Live
        of="alias"
        fields={['alias']}
        empty={'•'.repeat(CODE_LENGTH)}
        text={typed.alias}
        isRefused={errors.alias !== undefined}
      />
    </p>
    <dl>
      {PROPERTY_NAMES.map((name) => {
        const { fields, preview } = PROPERTIES[name];
        if (preview === undefined) return null;
        const isRefused = errors[name] !== undefined;
        const text = isRefused ? undefined : preview.text(typed);
        return (
          <div hidden={!text && !isRefused && name !== 'url'}>
            <dt>{preview.label}</dt>
            <dd>
              <Live of={name} fields={Object.keys(fields)} empty="–" text={text} isRefused={isRefused} />
            </dd>
          </div>
        );
      })}
    </dl>
  </aside>
);

type LiveProps = {
  of: PropertyName;
  /** The fields that the text follows. */
  fields: readonly string[];
  empty: string;
  text: string | undefined;
  isRefused: boolean;
};

/** A text that follows the fields of a property. */
const Live: FC<LiveProps> = ({ of, fields, empty, text, isRefused }) => (
  <b data-preview={of} data-fields={fields.join(' ')} data-empty={empty} data-refused={isRefused ? '' : undefined}>
    {text || empty}
  </b>
);

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
