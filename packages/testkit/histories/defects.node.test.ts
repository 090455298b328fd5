/** Holds each planted defect to its source, so that a change of the source is seen before `npm run test:ci`. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DEFECTS, DETAIL_DEFECTS } from './defects';

it.each([...DEFECTS, ...DETAIL_DEFECTS].map((defect) => [defect.name, defect] as const))(
  'the text that is replaced by %s stands once in its file',
  (_, { file, find }) => {
    expect(readFileSync(file, 'utf8').split(find)).toHaveLength(2);
  },
);
