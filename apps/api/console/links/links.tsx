/** The page that lists, filters and changes links. */
import type { FC } from 'hono/jsx';
import { MAX_BULK } from '#api/links/bulk-body';
import { Refusal } from '#domain/refusal';
import { Empty, Head } from '../components';
import { type ConsoleContext, createHandlers } from '../context';
import type { Forms } from '../forms/form';
import { FormElement } from '../forms/form-element';
import { getStatus, type RefusedStatus } from '../forms/handle-form';
import { Input } from '../forms/input';
import { readForms } from '../forms/kept-in-browser';
import { MORE_ICONS } from '../icons';
import { readLeft } from '../notices';
import { type ConsolePage, show } from '../page';
import { readZone } from '../statistics/statistics-view';
import { makeTagChoice, mapColors } from '../tags/tag-choice';
import { listOptions, readLinkPolicy } from './account-links';
import { CHANGE_LINKS } from './forms';
import { type FilterError, LinkFilter, SetFilters } from './link-filter';
import { ChangeSelected } from './link-inputs';
import { LinkRow } from './link-row';
import { csvAddress } from './links-csv';
import { checkQuery } from './links-listing';
import { EVERY_LINK, isFiltered, type LinksPlace, type LinksQuery, linksAddress, readPlace } from './links-query';
import { formatRange, type LinksView, Paging } from './links-range';
import { readLinksPage, readRowCount } from './read-links-page';
import { findAct, makeUndoView, UndoBars } from './undo';

export const getLinks = createHandlers(async (c) => showLinks(c, await readForms(c), readPlace(c.req.url)));

/** Shows a page of the list. If the query is refused, the page shows the refusal and all links. */
export async function showLinks(
  c: ConsoleContext,
  forms: Forms,
  { query, start, searched, isSelected }: LinksPlace,
  status: 200 | RefusedStatus = 200,
): Promise<Response> {
  const { settings } = await readLinkPolicy(c);
  const options = listOptions(c.get('account').plan, c.get('config').planPolicy, settings);
  const showPage = async (place: LinksPlace, to: PageStatus, error?: FilterError) => {
    const { tags, isShortFirst, ...page } = await readLinksPage(c, place);
    const { query: listed, start: from } = place;
    if (isShortFirst && to === 200) return c.redirect(linksAddress(listed), 303);
    const filter = { query, tags: makeTagChoice(tags, query.tag), error, isZoneKnown: readZone(c) !== null };
    const { shortBaseUrl } = c.get('config');
    const view = { view: { colorOf: mapColors(tags), shortBaseUrl, now: c.get('now') }, undo: makeUndoView(c, forms) };
    return show(
      c,
      linksPage({
        ...page,
        ...view,
        filter,
        listed,
        start: from,
        rows: readRowCount(c),
        isSelected: place.isSelected === true,
        forms,
        options,
        left: readLeft(c),
        timeZone: readZone(c) ?? 'UTC',
      }),
      to,
    );
  };
  const everyLink = { query: EVERY_LINK, start: undefined };
  const error = checkQuery(query);
  if (error !== undefined) return showPage(everyLink, 400, { field: 'filter', words: error });
  try {
    return await showPage({ query, start, searched, isSelected }, status);
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    // The cursor belongs to another list, or its order is no longer stored: show the first page.
    if (['FIELD_INVALID', 'CURSOR_EXPIRED'].includes(refusal.code)) return c.redirect(linksAddress(query), 303);
    if (refusal.code !== 'SEARCHES_EXCEEDED') throw refusal;
    const { retryAfter } = refusal.extras;
    c.header('Retry-After', String(retryAfter));
    // The browser repeats the request by itself, even without script.
    c.header('Refresh', String(retryAfter));
    return showPage(everyLink, getStatus(refusal) as PageStatus, {
      field: 'search',
      words: `Many searches at once. This one is asked again in ${retryAfter} s.`,
    });
  }
}

type PageStatus = 200 | RefusedStatus;

/** The title of the document, which tells the tabs and the visited pages of a browser apart. */
const nameList = ({ search, tag, ...query }: LinksQuery): string => {
  const sought = [...(search === '' ? [] : [`“${search.slice(0, 60)}”`]), ...tag];
  if (sought.length > 0) return `${sought.join(', ')} · Links`;
  return isFiltered({ ...query, search, tag }) ? 'Filtered links' : 'Links';
};

const linksPage = (view: LinksView): ConsolePage => ({
  title: nameList(view.listed),
  own: 'list',
  section: 'links',
  main: isBare(view) ? (
    <>
      <Head title="Links" />
      <UndoBars of={view.undo} list={linksAddress(view.listed, view.start)} />
      <NoLinksYet />
    </>
  ) : (
    <>
      <Head title="Links" isShort>
        <p class="line">
          <a class="button quiet" href="/console/tags">
            Manage tags
          </a>
          <a class="button" href="/console/new-link">
            New link
          </a>
        </p>
      </Head>
      <UndoBars of={view.undo} list={linksAddress(view.listed, view.start)} />
      <LinkFilter of={view.filter} />
      <div class="found" id="found">
        <SetFilters query={view.listed} tags={view.filter.tags} />
        {view.links.length === 0 ? <NoLinks of={view} /> : <LinkList of={view} />}
        <Paging of={view} />
      </div>
    </>
  ),
});

/** Whether an account has no links, so that there is nothing to search. */
const isBare = ({ links, listed, start, unfinished, filter }: LinksView): boolean =>
  links.length === 0 &&
  unfinished === null &&
  listed.status === undefined &&
  start === undefined &&
  !isFiltered(listed) &&
  filter.error === undefined;

const NoLinksYet: FC = () => (
  <Empty title="No links yet">
    <p>Create your first one here, or let an application create them.</p>
    <p class="line">
      <a class="button" href="/console/new-link">
        New link
      </a>
      <a class="button quiet" href="/console/keys">
        Create key
      </a>
    </p>
  </Empty>
);

const LinkList: FC<{ of: LinksView }> = ({ of }) => {
  const { links, view, undo, forms, listed, start, options, filter, left, isSelected } = of;
  return (
    <FormElement
      form={CHANGE_LINKS}
      forms={forms}
      class="many"
      attributes={left.length > 0 ? { 'data-left-out': '' } : {}}
    >
      {(shown) => {
        const codes = new Set(links.map(({ link }) => link.code));
        const selected = new Set(shown.state?.typed.codes?.split(' ') ?? (isSelected ? codes : left));
        return (
          <>
            <Input of={shown} name="list" value={linksAddress(listed, start)} />
            {[...selected]
              .filter((code) => code && !codes.has(code))
              .map((code) => (
                <input type="hidden" name="codes" value={code} />
              ))}
            <ChangeSelected
              of={shown}
              options={options}
              tags={filter.tags}
              timeZone={of.timeZone}
              list={linksAddress(listed, start)}
              isFresh={shown.state === undefined && !isSelected}
            />
            <section class="card listed">
              <div class="above">
                <label class="check" hidden>
                  <input type="checkbox" data-all="codes" />
                  Select page
                </label>
                <p class="soft small" data-range>
                  {formatRange(of)}
                </p>
                <a class="small csv" href={csvAddress(listed)} title="Download as CSV" download>
                  <svg viewBox="0 0 24 24" aria-hidden="true">
                    <path d={MORE_ICONS.download} />
                  </svg>
                  CSV
                </a>
                {links.some(({ clicks }) => clicks !== null) && <Heads />}
              </div>
              <MoreToSelect of={of} />
              <ul class="rows" id={`${shown.id}-codes`}>
                {links.map((one) => (
                  <LinkRow
                    one={one}
                    isSelected={selected.has(one.link.code)}
                    act={findAct(undo, one.link)}
                    view={view}
                  />
                ))}
              </ul>
            </section>
          </>
        );
      }}
    </FormElement>
  );
};

/** Once the page is selected, the way to select as many links as a change takes. */
const MoreToSelect: FC<{ of: LinksView }> = ({
  of: { links, listed, nextCursor, previousCursor, unfinished, count },
}) => {
  if ((nextCursor === null && previousCursor === null) || unfinished !== null || links.length >= MAX_BULK) return null;
  const isAll = count !== null && !count.isMore && count.count <= MAX_BULK;
  return (
    <p class="soft small more">
      <a href={linksAddress(listed, undefined, undefined, true)}>
        {isAll ? `Select all ${count.count}` : `Select the first ${MAX_BULK}`}
      </a>
      {!isAll && ', the most that a change takes'}
    </p>
  );
};

/** The headings of the columns. On a phone each row has its own labels. */
const Heads: FC = () => (
  <p class="heads soft small" aria-hidden="true">
    <span>Last 30 days</span>
    <span>Created</span>
  </p>
);

/** A page without links. A search reads only a part of the links at a time, so it need not have come to the end. */
const NoLinks: FC<{ of: LinksView }> = ({ of }) => {
  const { unfinished, listed } = of;
  if (unfinished !== null)
    return (
      <Empty title="Not all links are searched yet" flight="flying">
        <p data-range>{formatRange(of)}</p>
      </Empty>
    );
  const narrows = isFiltered({ ...listed, sort: 'created' });
  return (
    <Empty title={narrows ? 'Nothing found' : 'No clicks yet'} flight="lost">
      <p>
        {narrows && 'No link matches your search and filters. '}
        {listed.sort !== 'created' && 'This order lists only links with clicks.'}
      </p>
      <a class="button quiet" href="/console/links">
        Show all links
      </a>
    </Empty>
  );
};
