/** The types of the client are generated from the API's own description. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { clientTypes } from '../testkit/client-types';
import { ROOT } from '../testkit/installed';

it('the types equal those generated from the description of the API; -u writes them again', async () => {
  const api = JSON.parse(readFileSync(path.join(ROOT, 'dist/documentation/openapi.json'), 'utf8'));
  await expect(await clientTypes(api)).toMatchFileSnapshot('api-types.ts');
});
