/** The page of one link: its address, its properties with the forms that change them, and its statistics. */
import type { FC } from 'hono/jsx';
import { editLink, LinkChanged } from '#api/links/link-changes';
import { checkNewUrl, readLinkEdit } from '#api/links/link-edit';
import { wholeAccount } from '#api/links/link-owner';
import { scheduleAct } from '#api/links/scheduled-acts';
import { type Tag, tagsStatement } from '#api/links/tags';
import { templatesStatement, type UtmTemplate } from '#api/links/utm-templates';
import { oneTripToPrimary } from '#api/platform/one-trip';
import { countedLink } from '#api/statistics/statistics';
import { Back } from '../components';
import { type ConsoleContext, createHandlers } from '../context';
import type { Fields, Forms } from '../forms/form';
import { FormRefused, handleForm, type RefusedStatus } from '../forms/handle-form';
import { readForms } from '../forms/kept-in-browser';
import { type FormResult, meterCall } from '../forms/run-once';
import { NoticeLine, type NoticeText } from '../notices';
import { type ConsolePage, show } from '../page';
import { makePeriod } from '../statistics/period';
import { AwaitedClick, LinkPictures } from '../statistics/statistics';
import { makeStatisticsQuery, readViewOfRequest, readZone, statusOfView } from '../statistics/statistics-view';
import { makeTagChoice, mapColors, sortChosenFirst } from '../tags/tag-choice';
import { findLink, linkPath, listOptions, readLinkPolicy } from './account-links';
import { DELETE_LINK, EDITS, findField } from './forms';
import { anchorOf, LinkCard, type LinkView, SavedProperty } from './link-card';
import { CHANGED_MEANWHILE, checkEdit, digestValues, readEdit, refuseIfChanged } from './link-edits';
import { LinkHero } from './link-hero';
import type { EditableName } from './link-property';
import { explainDeadLink } from './link-status';
import { EDITABLE, EDITABLE_NAMES } from './properties';
import { findAct, makeUndoView, pickActs, UndoBars } from './undo';
import { fillFromTemplate } from './utm';

export const getLink = createHandlers(async (c) => showLink(c, await readForms(c)));

async function showLink(c: ConsoleContext, forms: Forms, status: 200 | RefusedStatus = 200): Promise<Response> {
  const now = c.get('now');
  const { id: accountId } = c.get('account');
  const trip = oneTripToPrimary(c.env.DB, [tagsStatement(c.env, accountId), templatesStatement(c.env, accountId)]);
  const link = await findLink(c, undefined, trip.read);
  const [tagRows = [], templates = []] = await trip.others();
  const tags = tagRows as Tag[];
  const { shortBaseUrl, planPolicy, contact } = c.get('config');
  const view = readViewOfRequest(c, linkPath(link));
  const counted = await countedLink(c.env, link, makeStatisticsQuery(view), { shortBaseUrl, now });
  const { settings } = await readLinkPolicy(c);
  const page = linkPage({
    link,
    statistics: counted.statistics,
    colorOf: mapColors(tags),
    tags: sortChosenFirst(makeTagChoice(tags, link.details.tags), link.details.tags),
    templates: templates as UtmTemplate[],
    now,
    timeZone: readZone(c) ?? 'UTC',
    view: { view, period: makePeriod(counted, view) },
    undo: makeUndoView(c, forms),
    forms,
    seen: await digestValues(link),
    options: listOptions(c.get('account').plan, planPolicy, settings),
    contact,
    opened: EDITABLE_NAMES.find((name) => EDITABLE[name].path === c.req.query('change')),
  });
  return show(c, page, status === 200 ? statusOfView(view) : status);
}

const handleEdit = (name: EditableName) =>
  handleForm(EDITS[name], {
    async check(c, sent) {
      await meterCall(c);
      const link = await findLink(c);
      const reader = { now: c.get('now'), timeZone: readZone(c) ?? 'UTC' };
      await refuseIfChanged(name, sent, link, reader);
      return checkEdit(name, sent, readEdit(name, sent, link, reader.now), await readLinkPolicy(c), reader.now);
    },
    run: (c, sent) => edit(c, name, sent),
    fieldOf: findField,
    fillIn: fillFromTemplate,
    show: showLink,
  });

/** The route of each form, and its handlers. */
export const LINK_EDITS = EDITABLE_NAMES.map((name) => ({ path: EDITS[name].path, handlers: handleEdit(name) }));

async function edit(c: ConsoleContext, name: EditableName, sent: Fields): Promise<FormResult> {
  const link = await findLink(c);
  const to = `${linkPath(link)}#${anchorOf(name)}`;
  const { now, id: accountId } = { now: c.get('now'), id: c.get('account').id };
  const body = readEdit(name, sent, link, now);
  if (Object.keys(body).length === 0) return { to, notice: 'link-same' };
  const change = await checkNewUrl(c.env, readLinkEdit(body, await readLinkPolicy(c)), now);
  try {
    await editLink(c.env, wholeAccount(accountId), link.code, change, now, link);
  } catch (error) {
    if (!(error instanceof LinkChanged)) throw error;
    await refuseIfChanged(name, sent, await findLink(c), { now, timeZone: readZone(c) ?? 'UTC' });
    throw new FormRefused([['form', CHANGED_MEANWHILE]], 409);
  }
  return { to, notice: 'link-changed' };
}

/** Deletes a link, which can be undone for ten seconds (specification 14.10). */
export const postLinkDeletion = handleForm(DELETE_LINK, {
  async run(c) {
    const { code } = await findLink(c);
    await scheduleAct(c.env, c.get('account').id, 'delete', [code], c.get('now'));
    return { to: '/console/links' };
  },
  show: showLink,
});

const linkPage = (page: LinkView): ConsolePage => {
  const { link, statistics, view, undo } = page;
  const { shortCode } = statistics;
  const dead = explainDeadLink(link, statistics, page.contact, statistics.lastAccessed);
  const act = findAct(undo, link);
  const isLeaving = act !== undefined;
  const canChange = act !== 'delete' && (dead === null || dead.canRevive);
  return {
    title: shortCode,
    own: 'link',
    section: 'links',
    main: (notice) => (
      <>
        <SavedNotice notice={notice} page={page} />
        <Back to={['Links', '/console/links']} />
        <UndoBars of={pickActs(undo, link)} list={linkPath(link)} />
        <div class={isLeaving ? 'whole-link leaving' : 'whole-link'} id="whole-link">
          <LinkHero {...page} dead={dead} canChange={canChange} />
          <LinkCard {...page} canChange={canChange} />
        </div>
        <LinkPictures statistics={statistics} createdAt={link.createdAt} view={view} />
        {!isLeaving && statistics.clickCount + statistics.botHits === 0 && statistics.status === 'active' && (
          <AwaitedClick>
            <p>Copy the short address and share it. Clicks show here within ten seconds.</p>
          </AwaitedClick>
        )}
      </>
    ),
  };
};

/** The notice, which names what was saved and its value. */
const SavedNotice: FC<{ notice: NoticeText | undefined; page: LinkView }> = ({ notice, page }) => {
  const name = notice?.isSuccess ? EDITABLE_NAMES.find((one) => anchorOf(one) === notice.anchor) : undefined;
  return <NoticeLine notice={notice}>{name && <SavedProperty {...page} name={name} />}</NoticeLine>;
};
