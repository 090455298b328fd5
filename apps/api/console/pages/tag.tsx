/** The page of one tag: its statistics with its links, and the forms that change and delete it. */
import type { FC } from 'hono/jsx';
import type { Tag } from '#api/links/tags';
import { CHANGE_TAG, DELETE_TAG } from '../forms/declared/tags';
import type { Forms } from '../forms/form';
import { FormOf, wasSent } from '../forms/form-of';
import { Input } from '../forms/input';
import type { ConsolePage } from '../page';
import { ColourChoice } from './colour-choice';
import { formatCount, Head } from './components';
import { Danger } from './danger';
import { type AccountView, TagPictures } from './statistics';
import { type TaggedLinks, TagLinks } from './tag-links';
import { TagName } from './tag-list';

type TagView = {
  readonly tag: Tag;
  readonly links: TaggedLinks;
  readonly shortBaseUrl: string;
  readonly shown: AccountView;
  readonly forms: Forms;
};

export const tagPage = ({ tag, links, shortBaseUrl, shown, forms }: TagView): ConsolePage => {
  const { count, isMore } = links.count;
  return {
    title: tag.name,
    section: 'links',
    main: (
      <>
        <Head
          back={['Tags', '/console/tags']}
          isShort
          title={
            <>
              <span class={tag.color === null ? 'dot' : `dot ${tag.color}`} />
              <bdi>{tag.name}</bdi>
            </>
          }
          lead={`${isMore ? 'More than ' : ''}${formatCount(count)} ${count === 1 ? 'link' : 'links'}`}
        >
          <Change tag={tag} forms={forms} />
        </Head>
        <TagPictures
          {...shown}
          links={<TagLinks name={tag.name} links={links} shown={shown} shortBaseUrl={shortBaseUrl} />}
        />
        <Deletion tag={tag} forms={forms} />
      </>
    ),
  };
};

type FormProps = { tag: Tag; forms: Forms };

const Change: FC<FormProps> = ({ tag, forms }) => (
  <details open={wasSent(CHANGE_TAG, forms, { name: tag.name })}>
    <summary class="button quiet">Edit tag</summary>
    <FormOf form={CHANGE_TAG} forms={forms} params={{ name: tag.name }} class="tinted panel">
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
  <Danger
    title="Delete this tag"
    words="The links stay and keep their clicks, without this tag. This cannot be undone."
    opens="Delete tag"
    isOpen={wasSent(DELETE_TAG, forms, { name: tag.name })}
  >
    <FormOf form={DELETE_TAG} forms={forms} params={{ name: tag.name }}>
      {() => (
        <button class="danger" type="submit">
          Delete for good
        </button>
      )}
    </FormOf>
  </Danger>
);
