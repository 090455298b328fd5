/** The page of one tag: its links with their statistics, and the forms that change and delete it. */
import type { FC } from 'hono/jsx';
import type { LinkCount } from '#api/links/link-count';
import type { DetailedLink } from '#api/links/link-details';
import type { Tag } from '#api/links/tags';
import { CHANGE_TAG, DELETE_TAG } from '../forms/declared/tags';
import type { Forms } from '../forms/form';
import { FormOf, wasSent } from '../forms/form-of';
import { Input } from '../forms/input';
import { EVERY_LINK, linksAddress } from '../links-query';
import type { ConsolePage } from '../page';
import { ColourChoice } from './colour-choice';
import { Card, Empty, formatCount, Head } from './components';
import { Destination, ShortAddress } from './link-line';
import { Age, type RowView } from './link-row';
import { type AccountView, TagPictures } from './statistics';
import { TagName } from './tag-list';

/** The newest links of a tag, and the number of all. */
export type TaggedLinks = { readonly newest: readonly DetailedLink[]; readonly count: LinkCount };

type TagView = {
  readonly tag: Tag;
  readonly links: TaggedLinks;
  readonly rows: Omit<RowView, 'colorOf'>;
  readonly shown: AccountView;
  readonly forms: Forms;
};

export const tagPage = (page: TagView): ConsolePage => {
  const { tag, links, shown, forms } = page;
  const { clickCount, botHits } = shown.statistics;
  const { count, isMore } = links.count;
  return {
    title: tag.name,
    section: 'links',
    main: (
      <>
        <Head
          back={['Tags', '/console/tags']}
          title={<bdi>{tag.name}</bdi>}
          lead={`${isMore ? 'More than ' : ''}${counted(count, 'link')} · ${counted(clickCount, 'click')}`}
        >
          <a class="button quiet" href={linksOf(tag)}>
            View links
          </a>
        </Head>
        <Links {...page} />
        {clickCount + botHits > 0 ? (
          <TagPictures {...shown} tag={tag.name} />
        ) : (
          <Empty title="No clicks yet">
            <p>The clicks of all links with this tag are counted together, and shown here.</p>
          </Empty>
        )}
        <Change tag={tag} forms={forms} />
        <Deletion tag={tag} forms={forms} />
      </>
    ),
  };
};

const linksOf = ({ name }: Tag): string => linksAddress({ ...EVERY_LINK, tag: [name] });

const counted = (count: number, noun: string): string => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

const Links: FC<TagView> = ({ tag, links: { newest, count }, rows }) => {
  if (newest.length === 0) return null;
  return (
    <Card title={newest.length < count.count ? 'Newest links' : 'Links'}>
      <ul class="rows shelf">
        {newest.map((link) => (
          <li class="brief">
            <div class="gist">
              <p class="line">
                <ShortAddress link={link} shortBaseUrl={rows.shortBaseUrl} />
              </p>
              <p class="small clip">
                <Destination url={link.url} />
              </p>
            </div>
            <Age at={link.createdAt} now={rows.now} />
          </li>
        ))}
      </ul>
      {newest.length < count.count && (
        <p class="small">
          <a href={linksOf(tag)}>See all</a>
        </p>
      )}
    </Card>
  );
};

type FormProps = { tag: Tag; forms: Forms };

const Change: FC<FormProps> = ({ tag, forms }) => (
  <Card title="Name and colour">
    <FormOf form={CHANGE_TAG} forms={forms} params={{ name: tag.name }} class="tinted">
      {(shown) => (
        <>
          <div class="fields">
            <Input of={shown} name="name" value={tag.name} hint="Renaming updates every link with this tag." />
            <ColourChoice of={shown} value={tag.color ?? ''} />
          </div>
          <p class="line">
            <button type="submit">Save</button>
            <span class="soft small">
              Preview <TagName of={{ name: tag.name, color: null }} />
            </span>
          </p>
        </>
      )}
    </FormOf>
  </Card>
);

const Deletion: FC<FormProps> = ({ tag, forms }) => (
  <Card title="Delete" isGrave>
    <details class="grave asks" open={wasSent(DELETE_TAG, forms, { name: tag.name })}>
      <summary>
        <span class="soft">The links stay, without this tag.</span>
        <span class="button danger">Delete tag</span>
      </summary>
      <FormOf form={DELETE_TAG} forms={forms} params={{ name: tag.name }}>
        {() => (
          <>
            <p>This cannot be undone.</p>
            <button class="danger" type="submit">
              Delete for good
            </button>
          </>
        )}
      </FormOf>
    </details>
  </Card>
);
