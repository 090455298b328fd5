/**
 * Checks that the source of each planted defect is still there, so that a change of it is noticed before `npm run
 * test:ci`.
 */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DEFECTS, DETAIL_DEFECTS } from './defects';

it.each([...DEFECTS, ...DETAIL_DEFECTS].map((defect) => [defect.name, defect] as const))(
  'the text that is replaced by %s stands once in its file',
  (_, { file, find }) => {
    expect(readFileSync(file, 'utf8').split(find)).toHaveLength(2);
  },
);
