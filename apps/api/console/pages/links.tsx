/** The page that lists, filters and changes links. */
import type { FC } from 'hono/jsx';
import { CHANGE_LINKS } from '../forms/declared/links';
import type { Forms } from '../forms/form';
import { FormOf } from '../forms/form-of';
import { Input } from '../forms/input';
import type { Availability } from '../link-fields';
import { isFiltered, type LinksQuery, linksAddress, SORTS } from '../links-query';
import type { ConsolePage } from '../page';
import { ChangeSelected } from './change-links';
import { Empty, Head } from './components';
import { type FilterView, LinkFilter } from './link-filter';
import { LinkRow, type ShownLink } from './link-row';
import type { ColorOf } from './tag-list';
import { isScheduled, UndoDeletions, type UndoView } from './undo';

type LinksView = {
  readonly links: readonly ShownLink[];
  readonly filter: FilterView;
  readonly colorOf: ColorOf;
  /** The query of the shown list. It has no filter if the requested query was refused. */
  readonly listed: LinksQuery;
  readonly cursor: string | undefined;
  /** The cursor of the next page; null on the last one. */
  readonly nextCursor: string | null;
  readonly undo: UndoView;
  readonly forms: Forms;
  readonly canExpire: Availability;
};

export const linksPage = (view: LinksView): ConsolePage => ({
  title: 'Links',
  section: 'links',
  main: (
    <>
      <Head title="Links" lead={`${SORTS[view.listed.sort]}.`}>
        <p class="line">
          <a class="button quiet" href="/console/tags">
            Tags
          </a>
          <a class="button" href="/console/new-link">
            New link
          </a>
        </p>
      </Head>
      <UndoDeletions of={view.undo} list={linksAddress(view.listed, view.cursor)} />
      <LinkFilter of={view.filter} />
      {view.links.length === 0 ? (
        <NoLinks isFiltered={isFiltered(view.listed) || view.cursor !== undefined} />
      ) : (
        <LinkList of={view} />
      )}
      <Paging of={view} />
    </>
  ),
});

const LinkList: FC<{ of: LinksView }> = ({ of: { links, colorOf, undo, forms, listed, cursor, canExpire } }) => (
  <FormOf form={CHANGE_LINKS} forms={forms} class="many">
    {(shown) => {
      const selected = new Set(shown.state?.typed.codes?.split(' '));
      return (
        <>
          <Input of={shown} name="list" value={linksAddress(listed, cursor)} />
          <section class="card">
            <label class="check" hidden>
              <input type="checkbox" data-all="codes" />
              Select all
            </label>
            <ul class="rows" id={`${shown.id}-codes`}>
              {links.map((one) => (
                <LinkRow
                  one={one}
                  isSelected={selected.has(one.link.code)}
                  isScheduled={isScheduled(undo, one.link)}
                  colorOf={colorOf}
                />
              ))}
            </ul>
          </section>
          <ChangeSelected of={shown} canExpire={canExpire} />
        </>
      );
    }}
  </FormOf>
);

const NoLinks: FC<{ isFiltered: boolean }> = ({ isFiltered: isLess }) =>
  isLess ? (
    <Empty title="Nothing found">
      <p>No link of yours matches.</p>
      <a class="button quiet" href="/console/links">
        Show all links
      </a>
    </Empty>
  ) : (
    <Empty title="No link yet">
      <p>Make your first one here, or let an application make them with an API key.</p>
      <a class="button" href="/console/new-link">
        Make a link
      </a>
    </Empty>
  );

const Paging: FC<{ of: LinksView }> = ({ of: { listed, cursor, nextCursor } }) => {
  if (nextCursor === null && cursor === undefined) return null;
  const [first, next] = listed.sort === 'created' ? ['Newest', 'Older'] : ['First page', 'Next page'];
  return (
    <nav class="line" aria-label="Pages">
      {cursor !== undefined && (
        <a class="button quiet" href={linksAddress(listed)}>
          {first}
        </a>
      )}
      {nextCursor !== null && (
        <a class="button quiet" href={linksAddress(listed, nextCursor)}>
          {next}
        </a>
      )}
    </nav>
  );
};
