/**
 * Reads an exposition by the grammar of OpenMetrics 1.0 (prometheus.io/docs/specs/om/open_metrics_spec, "ABNF"), apart
 * from the code that writes it. It also checks the rules on names, types and units that the grammar does not have.
 */

type Point = { readonly name: string; readonly labels: ReadonlyMap<string, string>; readonly value: number };
export type MetricFamily = {
  readonly name: string;
  type: string;
  unit: string | null;
  help: string | null;
  readonly points: Point[];
};

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const ESCAPED = String.raw`(?:[^\n"\\]|\\[n"\\])*`;
const LABEL = `([a-zA-Z_][a-zA-Z0-9_]*)="(${ESCAPED})"`;
const NUMBER = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[+-]?[iI]nf(?:inity)?|NaN`;
const DESCRIPTOR = new RegExp(`^# (TYPE|UNIT|HELP) (${NAME}) (.*)$`);
const SAMPLE = new RegExp(String.raw`^(${NAME})(?:\{((?:${LABEL}(?:,${LABEL})*)?)\})? (${NUMBER})$`);
const TYPES = ['counter', 'gauge', 'histogram', 'gaugehistogram', 'stateset', 'info', 'summary', 'unknown'];
const SUFFIXES: Record<string, readonly string[]> = { counter: ['_total', '_created'], info: ['_info'], gauge: [''] };

/** Returns the families of an exposition, by name. @throws Error naming the first line that breaks a rule */
export function parseOpenMetrics(text: string): Map<string, MetricFamily> {
  if (!text.endsWith('\n# EOF\n')) throw new Error('the text does not end with # EOF');
  const families = new Map<string, MetricFamily>();
  let current = null as MetricFamily | null;
  for (const line of text.slice(0, -'# EOF\n'.length - 1).split('\n')) {
    const [, keyword, name = '', rest = ''] = DESCRIPTOR.exec(line) ?? [];
    if (keyword !== undefined) {
      if (current?.name !== name) {
        if (families.has(name)) throw new Error(`${line}: the family is in two places`);
        current = { name, type: 'unknown', unit: null, help: null, points: [] };
        families.set(name, current);
      }
      describe(current, keyword, rest, line);
    } else if (current === null) throw new Error(`${line}: a sample without a family`);
    else addPoint(current, line);
  }
  return families;
}

function describe(family: MetricFamily, keyword: string, text: string, line: string): void {
  if (family.points.length > 0) throw new Error(`${line}: after samples`);
  if (keyword === 'TYPE') {
    if (!TYPES.includes(text)) throw new Error(`${line}: no type`);
    if (text === 'counter' && family.name.endsWith('_total')) throw new Error(`${line}: the suffix is the sample's`);
    family.type = text;
  } else if (keyword === 'UNIT') {
    if (!family.name.endsWith(`_${text}`)) throw new Error(`${line}: the name does not end with the unit`);
    family.unit = text;
  } else {
    if (!new RegExp(`^${ESCAPED}$`).test(text)) throw new Error(`${line}: a text that is not escaped`);
    family.help = text;
  }
}

function addPoint(family: MetricFamily, line: string): void {
  const [, name = '', labels = '', ...groups] = SAMPLE.exec(line) ?? [];
  const number = groups.at(-1);
  if (number === undefined) throw new Error(`${line}: no sample`);
  const suffix = name.startsWith(family.name) ? name.slice(family.name.length) : null;
  if (suffix === null || !SUFFIXES[family.type]?.includes(suffix))
    throw new Error(`${line}: not of the ${family.type} ${family.name}`);
  const found = [...labels.matchAll(new RegExp(LABEL, 'g'))];
  const pairs = new Map(found.map(([, label = '', value = '']) => [label, unescaped(value)]));
  if (pairs.size !== found.length) throw new Error(`${line}: a label twice`);
  const value = Number(number);
  if (family.type === 'counter' && !(value >= 0)) throw new Error(`${line}: a counter is not negative`);
  if (family.type === 'info' && value !== 1) throw new Error(`${line}: an info is 1`);
  const key = JSON.stringify([...pairs].sort());
  if (family.points.some((one) => one.name === name && JSON.stringify([...one.labels].sort()) === key))
    throw new Error(`${line}: a sample twice`);
  family.points.push({ name, labels: pairs, value });
}

const unescaped = (text: string): string => text.replace(/\\(.)/g, (_, one: string) => (one === 'n' ? '\n' : one));

const CLASSIC = new RegExp(`^# (HELP|TYPE) (${NAME}) (.+)$`);

/**
 * Returns the families of a text in the format 0.0.4 of Prometheus, by name. There the samples of a counter have the
 * name of their family. @throws Error naming the first line that breaks a rule
 */
export function parsePrometheusText(text: string): Map<string, MetricFamily> {
  if (!text.endsWith('\n')) throw new Error('the last line does not end');
  const families = new Map<string, MetricFamily>();
  for (const line of text.slice(0, -1).split('\n')) {
    const [, keyword, described = '', rest = ''] = CLASSIC.exec(line) ?? [];
    const [, sampled, labels = '', ...groups] = SAMPLE.exec(line) ?? [];
    const name = keyword === undefined ? sampled : described;
    if (name === undefined) throw new Error(`${line}: neither a description nor a sample`);
    const family = families.get(name) ?? { name, type: 'untyped', unit: null, help: null, points: [] };
    families.set(name, family);
    if (keyword !== undefined && family.points.length > 0) throw new Error(`${line}: after samples`);
    if (keyword === 'TYPE' && !['counter', 'gauge'].includes(rest)) throw new Error(`${line}: no type`);
    if (keyword === 'TYPE') family.type = rest;
    if (keyword === 'HELP') family.help = rest;
    if (keyword !== undefined) continue;
    const found = [...labels.matchAll(new RegExp(LABEL, 'g'))];
    const pairs = found.map(([, label = '', value = '']) => [label, unescaped(value)] as const);
    family.points.push({ name, labels: new Map(pairs), value: Number(groups.at(-1)) });
  }
  return families;
}
