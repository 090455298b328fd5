/** The page of one tag: the statistics of its links, and the forms that change and delete it. */
import type { Tag } from '#api/links/tags';
import { CHANGE_TAG, COLOR_CHOICES, DELETE_TAG } from '../forms/declared/tags';
import type { Forms } from '../forms/form';
import { FormOf, wasSent } from '../forms/form-of';
import { Input } from '../forms/input';
import { EVERY_LINK, linksAddress } from '../links-query';
import type { ConsolePage } from '../page';
import { Card, Confirm, Head } from './components';
import { type AccountView, TagPictures } from './statistics';
import { TagName } from './tag-list';

type TagView = {
  readonly tag: Tag;
  readonly shown: AccountView;
  readonly forms: Forms;
};

export const tagPage = ({ tag, shown, forms }: TagView): ConsolePage => ({
  title: tag.name,
  section: 'links',
  main: (
    <>
      <Head
        title={<bdi>{tag.name}</bdi>}
        lead={
          <>
            On pages: <TagName of={tag} />
          </>
        }
      >
        <a class="button quiet" href={linksAddress({ ...EVERY_LINK, tag: [tag.name] })}>
          Its links
        </a>
      </Head>
      <TagPictures {...shown} />
      <Card title="Name and colour">
        <FormOf form={CHANGE_TAG} forms={forms} params={{ name: tag.name }}>
          {(shown) => (
            <>
              <p class="soft">All its links have the new name at once.</p>
              <div class="fields">
                <Input of={shown} name="name" value={tag.name} />
                <Input of={shown} name="color" value={tag.color ?? ''} options={COLOR_CHOICES} />
              </div>
              <button type="submit">Save</button>
            </>
          )}
        </FormOf>
      </Card>
      <Card title="Delete">
        <Confirm summary="Delete this tag" grave isOpen={wasSent(DELETE_TAG, forms, { name: tag.name })}>
          <FormOf form={DELETE_TAG} forms={forms} params={{ name: tag.name }}>
            {() => (
              <>
                <p class="soft">Its links stay, without the tag. This cannot be undone.</p>
                <button class="danger" type="submit">
                  Delete for good
                </button>
              </>
            )}
          </FormOf>
        </Confirm>
      </Card>
    </>
  ),
});
