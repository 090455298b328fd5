/** The form of the QR studio: purposes, colours, logo, size and scanning. */
import type { FC } from 'hono/jsx';
import { MAX_SIZE, MIN_SIZE } from '#api/qr/query';
import { Choice, Field, formatCount } from '../components';
import { isForPaper, isOfPreset, QR_COLOURS, QR_FIELDS, QR_PURPOSES, type QrParameters } from './parameters';
import { addressWith, type QrView, studioPath } from './qr-picture';

const LEVELS = [
  ['L', 'Low – repairs 7%'],
  ['M', 'Medium – repairs 15%'],
  ['Q', 'High – repairs 25%'],
  ['H', 'Highest – repairs 30%'],
] as const;

type ColourProps = Pick<QrView, 'parameters' | 'errors'> & { name: 'color' | 'bgColor' };

/** A colour as a hexadecimal value. The script puts the browser's choice of colours beside it. */
const Colour: FC<ColourProps> = ({ name, parameters, errors }) => (
  <div class="swatch">
    <Field
      label={QR_FIELDS[name]}
      name={name}
      value={`#${parameters[name]}`}
      error={errors[name]}
      input={{ autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' }}
    />
    <input type="color" data-well={name} aria-label={`Choose: ${QR_FIELDS[name].toLowerCase()}`} hidden />
  </div>
);

/** The pairs of colours to begin with. */
const ColourPresets: FC<Pick<QrView, 'shortCode' | 'parameters'>> = ({ shortCode, parameters }) => (
  <nav class="pairs" aria-label="Colours to begin with">
    {QR_COLOURS.map((pair) => (
      <a
        href={addressWith(studioPath(shortCode), { ...parameters, ...pair.parameters })}
        aria-current={isOfPreset(parameters, pair) ? 'true' : undefined}
        data-preset
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path fill={`#${pair.parameters.bgColor}`} d="M0 0h24v24H0z" />
          <path fill={`#${pair.parameters.color}`} d="M0 24L24 0v24z" />
        </svg>
        {pair.name}
      </a>
    ))}
  </nav>
);

const DOTS_PER_CENTIMETRE = 300 / 2.54;

/** The bounds of the width, and the width on paper for a purpose that prints it. */
function widthHint(parameters: QrParameters): string {
  const size = Number(parameters.size);
  const bounds = `${MIN_SIZE} to ${formatCount(MAX_SIZE)}.`;
  return isForPaper(parameters) && size >= MIN_SIZE && size <= MAX_SIZE
    ? `${bounds} About ${(size / DOTS_PER_CENTIMETRE).toFixed(1)} cm at 300 dpi. An SVG prints sharp at any size.`
    : bounds;
}

/** Of two values of a name the first counts, so the second is the value of a box that is not ticked. */
const Tick: FC<{ name: string; label: string; isTicked: boolean; hint: string; error?: string | undefined }> = ({
  name,
  label,
  isTicked,
  hint,
  error,
}) => (
  <div class="field counting">
    <label class="check">
      <input type="checkbox" id={name} name={name} value="true" checked={isTicked} aria-describedby={`${name}-hint`} />
      {label}
    </label>
    <input type="hidden" name={name} value="false" />
    <p class={error === undefined ? 'hint' : 'bad'} id={`${name}-hint`}>
      {error ?? hint}
    </p>
  </div>
);

/** With a logo the level is no choice. The one that was chosen is kept for a code without. */
const Level: FC<Pick<QrView, 'parameters'>> = ({ parameters: { level = '', logo } }) => (
  <div data-level={logo}>
    {logo === 'true' ? (
      <div class="field">
        <label for="level">Error correction</label>
        <select id="level" disabled aria-describedby="level-hint">
          <option>As high as it can be</option>
        </select>
        <input type="hidden" name="level" value={level} />
        <p class="hint" id="level-hint">
          A logo hides some dots, which are repaired.
        </p>
      </div>
    ) : (
      <Choice
        label="Error correction"
        name="level"
        value={level}
        options={LEVELS}
        hint="How much of the code may be damaged. More means smaller dots."
      />
    )}
  </div>
);

export const Options: FC<QrView> = ({ shortCode, parameters, errors, style }) => (
  <section class="card">
    <h2 id="purpose">Purpose</h2>
    <nav class="presets" aria-labelledby="purpose">
      {QR_PURPOSES.map((preset) => (
        <a
          href={addressWith(studioPath(shortCode), { ...parameters, ...preset.parameters })}
          aria-current={isOfPreset(parameters, preset) ? 'true' : undefined}
          data-preset
        >
          <b>{preset.name}</b>
          <span>{preset.use}</span>
        </a>
      ))}
    </nav>
    <form method="get" action={studioPath(shortCode)} data-studio>
      <fieldset>
        <legend class="heading">Colours</legend>
        <ColourPresets shortCode={shortCode} parameters={parameters} />
        <div class="fields">
          <Colour name="color" parameters={parameters} errors={errors} />
          <Colour name="bgColor" parameters={parameters} errors={errors} />
        </div>
      </fieldset>
      <fieldset>
        <legend class="heading">Logo</legend>
        {style.logo === null ? (
          <p class="soft small">
            <a href="#kept">Upload a logo</a> to put it in the middle.
          </p>
        ) : (
          <Tick
            name="logo"
            label={QR_FIELDS.logo}
            isTicked={parameters.logo === 'true'}
            hint="The code around it repairs more errors."
            error={errors.logo}
          />
        )}
      </fieldset>
      <fieldset>
        <legend class="heading">Size</legend>
        <div class="fields">
          <Field
            label={QR_FIELDS.size}
            name="size"
            value={parameters.size}
            error={errors.size}
            hint={widthHint(parameters)}
            input={{ inputmode: 'numeric', autocomplete: 'off' }}
          />
          <Field
            label={QR_FIELDS.margin}
            name="margin"
            value={parameters.margin}
            error={errors.margin}
            hint="Scanners need 4."
            input={{ inputmode: 'numeric', autocomplete: 'off' }}
          />
        </div>
      </fieldset>
      <fieldset>
        <legend class="heading">Scanning</legend>
        <Level parameters={parameters} />
        <Tick
          name="track"
          label="Count scans"
          isTicked={parameters.track === 'true'}
          hint="Adds ?qr=1, so scans are counted apart."
        />
      </fieldset>
      <button class="quiet" type="submit">
        Show
      </button>
    </form>
    <p class="unseen" role="status" data-said />
  </section>
);
