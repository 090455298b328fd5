/** The pages and forms that list, change and delete tags, by the rules of /v2/tags. Each change counts as a call. */
import { linksOfRows, newestLinksOfTag } from '#api/links/few-links';
import { countOfTagLinks, linkCountOf } from '#api/links/link-count';
import { changeTag, deleteTag, type Tag, tagNamed } from '#api/links/tags';
import { oneTrip } from '#api/platform/one-trip';
import { type ConsoleContext, createHandlers } from '../context';
import { CHANGE_TAG, colorOfChoice, DELETE_TAG } from '../forms/declared/tags';
import type { Forms } from '../forms/form';
import type { RefusedStatus } from '../forms/form-refused';
import { formsOf } from '../forms/forms-of';
import { handleForm } from '../forms/handle-form';
import { meterCall } from '../meter-call';
import { show } from '../page';
import { tagPage } from '../pages/tag';
import type { TaggedLinks } from '../pages/tag-links';
import { tagsPage } from '../pages/tags';
import { periodOf } from '../period';
import { statusOfView, viewOf } from '../statistics-view';
import { readTagsPage, tagPath, tagsQueryOf } from '../tags-page';
import { readStatistics } from './statistics';

const nameInPath = (c: ConsoleContext): string => c.req.param('name') ?? '';

async function showTag(c: ConsoleContext, forms: Forms, status: 200 | RefusedStatus = 200): Promise<Response> {
  const tag = await tagNamed(c.env, c.get('account').id, nameInPath(c));
  const view = viewOf(c, tagPath(tag.name));
  const [counted, links] = await Promise.all([readStatistics(c, view, { tag: tag.name }), readLinks(c, tag)]);
  const shown = { ...counted, view, period: periodOf(counted, view) };
  const { shortBaseUrl } = c.get('config');
  return show(c, tagPage({ tag, links, shortBaseUrl, shown, forms }), status === 200 ? statusOfView(view) : status);
}

/** How many of its newest links the page of a tag shows, if they had no clicks. */
const LINKS_SHOWN = 5;

async function readLinks(c: ConsoleContext, { id }: Tag): Promise<TaggedLinks> {
  const trip = oneTrip(c.env.DB, [newestLinksOfTag(id, LINKS_SHOWN), countOfTagLinks(id)]);
  const [newest = [], count = []] = await trip.others();
  return { newest: linksOfRows(newest), count: linkCountOf(count) };
}

export const getTags = createHandlers(async (c) => {
  const query = tagsQueryOf(c);
  return show(c, tagsPage({ ...(await readTagsPage(c, query)), query }));
});

export const getTag = createHandlers(async (c) => showTag(c, await formsOf(c)));

export const postTagChange = handleForm(CHANGE_TAG, {
  check: async (c) => meterCall(c).then(() => []),
  async run(c, sent) {
    const change = { name: (sent.name ?? '').trim(), color: colorOfChoice(sent.color ?? '') };
    const { name } = await changeTag(c.env, c.get('account').id, nameInPath(c), change);
    return { to: tagPath(name), notice: 'tag-changed' };
  },
  fieldOf: ({ code }) => (code === 'TAG_TAKEN' ? 'name' : 'form'),
  show: showTag,
});

export const postTagDeletion = handleForm(DELETE_TAG, {
  check: async (c) => meterCall(c).then(() => []),
  async run(c) {
    await deleteTag(c.env, c.get('account').id, nameInPath(c));
    return { to: '/console/tags', notice: 'tag-deleted' };
  },
  show: showTag,
});
