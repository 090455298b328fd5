/** Tests that the reader of expositions finds broken ones: it is the oracle for GET /admin/metrics. */
import { expect, it } from 'vitest';
import { parseOpenMetrics } from './openmetrics';

const FAMILY = '# TYPE a counter\n# HELP a What it \\"is\\".\n';

it('reads families, escaped labels and numbers', () => {
  const families = parseOpenMetrics(
    `${FAMILY}a_total{b="c \\"d\\" \\\\ \\n",e=""} 1.5e3\n# TYPE f_bytes gauge\n# UNIT f_bytes bytes\nf_bytes 0\n# EOF\n`,
  );
  expect([...families.keys()]).toEqual(['a', 'f_bytes']);
  const [point] = families.get('a')?.points ?? [];
  expect(point).toEqual({
    name: 'a_total',
    labels: new Map([
      ['b', 'c "d" \\ \n'],
      ['e', ''],
    ]),
    value: 1500,
  });
  expect(families.get('f_bytes')).toMatchObject({ type: 'gauge', unit: 'bytes', points: [{ value: 0 }] });
});

it.each([
  ['has no end', `${FAMILY}a_total 1\n`],
  ['goes on after its end', `${FAMILY}a_total 1\n# EOF\na_total 2\n`],
  ['has a counter without _total', `${FAMILY}a 1\n# EOF\n`],
  ['has a family named _total', '# TYPE a_total counter\na_total 1\n# EOF\n'],
  ['has a negative counter', `${FAMILY}a_total -1\n# EOF\n`],
  ['has a sample twice', `${FAMILY}a_total{b="c",d="e"} 1\na_total{d="e",b="c"} 1\n# EOF\n`],
  ['has a label twice', `${FAMILY}a_total{b="c",b="d"} 1\n# EOF\n`],
  ['has a quote in a label', `${FAMILY}a_total{b="c"d"} 1\n# EOF\n`],
  ['has an unknown escape', `${FAMILY}a_total{b="\\t"} 1\n# EOF\n`],
  ['has two spaces', `${FAMILY}a_total  1\n# EOF\n`],
  ['has an empty line', `${FAMILY}\na_total 1\n# EOF\n`],
  ['has a family in two places', `${FAMILY}a_total 1\n# TYPE b gauge\nb 1\n# TYPE a counter\n# EOF\n`],
  ['has a unit that the name lacks', '# TYPE a gauge\n# UNIT a bytes\na 1\n# EOF\n'],
  ['has an unknown type', '# TYPE a meter\na 1\n# EOF\n'],
  ['describes a family after its samples', '# TYPE a gauge\na 1\n# HELP a text\n# EOF\n'],
  ['has a sample of no family', 'a 1\n# EOF\n'],
  ['has a word for a number', '# TYPE a gauge\na one\n# EOF\n'],
  ['has an info of two', '# TYPE a info\na_info{v="1"} 2\n# EOF\n'],
])('refuses an exposition that %s', (_, text) => {
  expect(() => parseOpenMetrics(text)).toThrow();
});
