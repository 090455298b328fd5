/**
 * Generates /openapi.json and the pages of /docs from the endpoints, before the build of the worker
 * (scripts/lib/documentation.mjs). The worker therefore contains neither these texts nor the code that makes them.
 */
import { ENDPOINTS } from '#api/app';
import { EXAMPLE_API, EXAMPLE_SHORT, guideFile, OPENAPI_FILE, REFERENCE_FILE } from '#api/docs/files';
import { PLAN_POLICIES } from '#domain/plans';
import { guidePage } from './guide';
import { openApiDocument } from './openapi/document';
import { documentOf } from './page';
import { REFERENCE } from './reference';

/** Returns the text of each generated file by the file's name. */
export const generated = (): Record<string, string> => ({
  [OPENAPI_FILE]: JSON.stringify(openApiDocument(ENDPOINTS)),
  [REFERENCE_FILE]: String(documentOf(REFERENCE)),
  ...Object.fromEntries(
    PLAN_POLICIES.map((planPolicy) => [
      guideFile(planPolicy),
      String(documentOf(guidePage(ENDPOINTS, { api: EXAMPLE_API, short: EXAMPLE_SHORT, planPolicy }))),
    ]),
  ),
});
