/** The page of one tag: its statistics, its newest links, and the forms that change and delete it. */
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
import { Card, Confirm, formatCount, Head } from './components';
import { ListHead } from './few-links';
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
  const { clickCount } = shown.statistics;
  const { count, isMore } = links.count;
  return {
    title: tag.name,
    section: 'links',
    main: (
      <>
        <Head
          back={['Tags', '/console/tags']}
          title={
            <>
              {tag.color && <span class={`dot ${tag.color}`} />}
              <bdi>{tag.name}</bdi>
            </>
          }
          lead={`${isMore ? 'More than ' : ''}${counted(count, 'link')} · ${counted(clickCount, 'click')}`}
        >
          <Change tag={tag} forms={forms} />
        </Head>
        <TagPictures {...shown} tag={tag.name} />
        <Links {...page} />
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
    <section class="card">
      <ListHead title={newest.length < count.count ? 'Newest links' : 'Links'} path={linksOf(tag)} />
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
    </section>
  );
};

type FormProps = { tag: Tag; forms: Forms };

/** The list of tags links to the form. A browser opens the details element around the target of a link. */
const Change: FC<FormProps> = ({ tag, forms }) => (
  <details open={wasSent(CHANGE_TAG, forms, { name: tag.name })}>
    <summary class="button quiet">Rename or recolour</summary>
    <FormOf
      form={CHANGE_TAG}
      forms={forms}
      params={{ name: tag.name }}
      class="tinted panel"
      attributes={{ id: 'change' }}
    >
      {(shown) => (
        <>
          <Input
            of={shown}
            name="name"
            value={tag.name}
            beside={<TagName of={{ name: tag.name, color: null }} />}
            hint="Every link with this tag gets the new name. Two tags cannot have the same name, and cannot be merged."
          />
          <ColourChoice of={shown} value={tag.color ?? ''} />
          <button type="submit">Save</button>
        </>
      )}
    </FormOf>
  </details>
);

const Deletion: FC<FormProps> = ({ tag, forms }) => (
  <Card title="Delete" isGrave>
    <p class="soft">The links stay and keep their clicks, without this tag. This cannot be undone.</p>
    <Confirm summary="Delete this tag" grave isOpen={wasSent(DELETE_TAG, forms, { name: tag.name })}>
      <FormOf form={DELETE_TAG} forms={forms} params={{ name: tag.name }}>
        {() => (
          <button class="danger" type="submit">
            Delete for good
          </button>
        )}
      </FormOf>
    </Confirm>
  </Card>
);
