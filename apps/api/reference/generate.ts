/**
 * Generates /openapi.json and the pages of /docs from the endpoints, before the build of the worker
 * (scripts/lib/documentation.mjs). The worker therefore contains neither these texts nor the code that makes them.
 */
import {
  chapterFile,
  EXAMPLE_API,
  EXAMPLE_SHORT,
  guideFile,
  OPENAPI_FILE,
  QR_FILE,
  REFERENCE_FILE,
  SEARCH_INDEX_FILE,
} from '#api/docs/files';
import { PLAN_POLICIES } from '#domain/plans';
import { ENDPOINTS } from './endpoints';
import { guidePage } from './guide';
import { EXAMPLE_QR } from './guide/qr';
import { openApiDocument } from './openapi/document';
import { documentOf } from './page';
import { chapterPages } from './pages/chapter';
import type { Description } from './pages/description';
import { errorsPage } from './pages/errors';
import { overviewPage } from './pages/overview';
import { searchIndex } from './search-index';

/** Returns the text of each generated file by the file's name. */
export function generated(): Record<string, string> {
  const text = JSON.stringify(openApiDocument(ENDPOINTS));
  const document: Description = JSON.parse(text);
  const pages = {
    [REFERENCE_FILE]: overviewPage(document),
    [chapterFile('errors')]: errorsPage(document),
    ...Object.fromEntries(document.tags.flatMap((tag) => Object.entries(chapterPages(document, tag)))),
    ...Object.fromEntries(
      PLAN_POLICIES.map((planPolicy) => [
        guideFile(planPolicy),
        guidePage({ api: EXAMPLE_API, short: EXAMPLE_SHORT, planPolicy }),
      ]),
    ),
  };
  return {
    [OPENAPI_FILE]: text,
    [SEARCH_INDEX_FILE]: `export default ${JSON.stringify(searchIndex(document))};\n`,
    [QR_FILE]: EXAMPLE_QR,
    ...Object.fromEntries(
      Object.entries(pages).map(([name, page]) => [name, withPlainQuotes(withLongCode(String(documentOf(page))))]),
    ),
  };
}

/** Marks code that is too long to stay on one line of a phone. */
const withLongCode = (page: string): string =>
  page.replace(/(?<!<pre[^>]*>)<code>([^<]{25,})<\/code>/g, '<code class="long">$1</code>');

/** Writes quotation marks as themselves. Only attributes need references for them, and samples have thousands of them. */
const withPlainQuotes = (page: string): string =>
  page.replace(/>[^<]+/g, (text) => text.replaceAll('&quot;', '"').replaceAll('&#39;', "'"));
