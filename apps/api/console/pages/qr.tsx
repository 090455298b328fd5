/** The QR studio of a link: the picture, and the form of its options. */
import type { FC } from 'hono/jsx';
import type { ConsolePage } from '../page';
import { isOfPreset, QR_COLOURS, QR_PURPOSES, type QrParameters } from '../qr-form';
import { Choice, Field, formatCount, Head } from './components';
import { addressWith, isForPaper, QrPicture, type QrView, studioOf } from './qr-picture';

const LEVELS = [
  ['L', 'Low – survives 7% damage'],
  ['M', 'Medium – survives 15% damage'],
  ['Q', 'High – survives 25% damage'],
  ['H', 'Highest – survives 30% damage'],
] as const;

export const qrPage = (view: QrView): ConsolePage => ({
  title: `QR code of ${view.shortCode}`,
  own: 'qr',
  section: 'links',
  main: (
    <>
      <Head title="QR code" back={[view.content.replace(/\?.*/, ''), `/console/links/${view.shortCode}`]} />
      <div class="studio">
        <QrPicture {...view} />
        <Options {...view} />
      </div>
    </>
  ),
});

type ColourProps = Pick<QrView, 'parameters' | 'errors'> & { label: string; name: 'color' | 'bgColor' };

/** A colour as a hexadecimal value. The script puts the browser's choice of colours beside it. */
const Colour: FC<ColourProps> = ({ label, name, parameters, errors }) => (
  <div class="swatch">
    <Field
      label={label}
      name={name}
      value={`#${parameters[name]}`}
      error={errors[name]}
      input={{ autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' }}
    />
    <input type="color" data-well={name} aria-label={`Choose: ${label.toLowerCase()}`} hidden />
  </div>
);

/** The pairs of colours to begin with. */
const ColourPresets: FC<Pick<QrView, 'shortCode' | 'parameters'>> = ({ shortCode, parameters }) => (
  <nav class="pairs" aria-label="Colours to begin with">
    {QR_COLOURS.map((pair) => (
      <a
        href={addressWith(studioOf(shortCode), { ...parameters, ...pair.parameters })}
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
const [MIN_SIZE, MAX_SIZE] = [100, 1_000];

/** The bounds of the width, and the width on paper for a purpose that prints it. */
function widthHint(parameters: QrParameters): string {
  const size = Number(parameters.size);
  const bounds = `${MIN_SIZE} to ${formatCount(MAX_SIZE)}.`;
  return isForPaper(parameters) && size >= MIN_SIZE && size <= MAX_SIZE
    ? `${bounds} About ${(size / DOTS_PER_CENTIMETRE).toFixed(1)} cm at 300 dpi.`
    : bounds;
}

const Options: FC<QrView> = ({ shortCode, parameters, errors }) => (
  <section class="card">
    <h2 id="purpose">Purpose</h2>
    <nav class="presets" aria-labelledby="purpose">
      {QR_PURPOSES.map((preset) => (
        <a
          href={addressWith(studioOf(shortCode), { ...parameters, ...preset.parameters })}
          aria-current={isOfPreset(parameters, preset) ? 'true' : undefined}
          data-preset
        >
          <b>{preset.name}</b>
          <span>{preset.use}</span>
        </a>
      ))}
    </nav>
    <form method="get" action={studioOf(shortCode)} data-studio>
      <fieldset>
        <legend class="heading">Colours</legend>
        <ColourPresets shortCode={shortCode} parameters={parameters} />
        <div class="fields">
          <Colour label="Code" name="color" parameters={parameters} errors={errors} />
          <Colour label="Background" name="bgColor" parameters={parameters} errors={errors} />
        </div>
      </fieldset>
      <fieldset>
        <legend class="heading">Size</legend>
        <div class="fields">
          <Field
            label="Width (pixels)"
            name="size"
            value={parameters.size}
            error={errors.size}
            hint={widthHint(parameters)}
            input={{ inputmode: 'numeric', autocomplete: 'off' }}
          />
          <Field
            label="Margin (dots)"
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
        <Choice
          label="Error correction"
          name="level"
          value={parameters.level ?? ''}
          options={LEVELS}
          hint="More means smaller dots."
        />
        <div class="field counting">
          <label class="check">
            <input
              type="checkbox"
              name="track"
              value="true"
              checked={parameters.track === 'true'}
              aria-describedby="track-hint"
            />
            Count scans
          </label>
          {/* Of two values of a name the first counts, so this is the value of a box that is not ticked. */}
          <input type="hidden" name="track" value="false" />
          <p class="hint" id="track-hint">
            Adds ?qr=1, so scans are counted apart.
          </p>
        </div>
      </fieldset>
      <button class="quiet" type="submit">
        Show
      </button>
    </form>
    <p class="unseen" role="status" data-said />
  </section>
);
