/** The page that lists the tags of the account. */
import type { FC } from 'hono/jsx';
import { EVERY_LINK, linksAddress } from '../links-query';
import type { ConsolePage } from '../page';
import { type ShownTag, tagPath, tagsAddress } from '../tags-page';
import { Empty, formatCount, Head } from './components';
import { TagName } from './tag-list';

type TagsView = {
  readonly tags: readonly ShownTag[];
  /** The place where the page begins; '' for the first page. */
  readonly from: string;
  /** The place where the next page begins; null on the last one. */
  readonly next: string | null;
};

export const tagsPage = ({ tags, from, next }: TagsView): ConsolePage => ({
  title: 'Tags',
  section: 'links',
  main: (
    <>
      <Head title="Tags" lead="A tag begins with the first link that gets it.">
        <a class="button quiet" href="/console/links">
          Links
        </a>
      </Head>
      {tags.length === 0 ? (
        <Empty title="No tag yet">
          <p>Type tags into the form of a link, with commas between them.</p>
          <a class="button" href="/console/new-link">
            Make a link
          </a>
        </Empty>
      ) : (
        <section class="card">
          <ul class="rows">
            {tags.map((one) => (
              <TagRow of={one} />
            ))}
          </ul>
        </section>
      )}
      <Paging from={from} next={next} />
    </>
  ),
});

const TagRow: FC<{ of: ShownTag }> = ({ of: { tag, links, clicks, isPartial } }) => (
  <li class="row">
    <div>
      <p>
        <a href={linksAddress({ ...EVERY_LINK, tag: [tag.name] })}>
          <TagName of={tag} />
        </a>
      </p>
      <p class="soft small">
        {`${isPartial ? 'The newest ' : ''}${counted(links, 'link')}`}
        {clicks !== null && ` · ${counted(clicks, 'click')}`}
      </p>
    </div>
    <a class="button quiet" href={tagPath(tag.name)}>
      Edit
      <span class="unseen">
        {' the tag '}
        <bdi>{tag.name}</bdi>
      </span>
    </a>
  </li>
);

const counted = (count: number, noun: string): string => `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`;

const Paging: FC<{ from: string; next: string | null }> = ({ from, next }) => {
  if (from === '' && next === null) return null;
  return (
    <nav class="line" aria-label="Pages">
      {from !== '' && (
        <a class="button quiet" href={tagsAddress('')}>
          First page
        </a>
      )}
      {next !== null && (
        <a class="button quiet" href={tagsAddress(next)}>
          Next page
        </a>
      )}
    </nav>
  );
};
