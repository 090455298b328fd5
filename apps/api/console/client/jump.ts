/** The dialog of Ctrl-K, loaded when it first opens: it finds pages, links and tags while a text is typed. */
import '../styles/jump-results.css';
import { ICONS, MORE_ICONS, SEARCH_ICON } from '../icons';
import type { JumpResult, JumpResults } from '../links/jump-results';
import { listKeys } from './parts/keyboard';
import { find } from './parts/shared';

type Goal = {
  readonly words: string;
  readonly href: string;
  readonly icon: string;
  readonly more?: string;
  readonly key?: string;
  /** What is done here instead of going there. */
  readonly act?: () => void;
};

/** The pages to which only the dialog leads, besides those of the navigation. */
const ACTIONS: readonly Goal[] = [
  { words: 'New link', href: '/console/new-link', icon: MORE_ICONS.plus, key: 'c' },
  { words: 'Several links', href: '/console/several-links', icon: MORE_ICONS.plus },
  { words: 'Create key', href: '/console/keys?new', icon: ICONS.keys },
];
const TAGS: Goal = { words: 'Tags', href: '/console/tags', icon: MORE_ICONS.tag };
const PAGES: readonly Goal[] = [
  { words: 'UTM templates', href: '/console/templates', icon: MORE_ICONS.template },
  { words: 'Activity', href: '/console/activity', icon: MORE_ICONS.pulse },
  {
    words: 'Keyboard shortcuts',
    href: '/console/account#single-keys',
    icon: MORE_ICONS.keyboard,
    key: '?',
    act: listKeys,
  },
  { words: 'API guide', href: '/docs/guide', icon: MORE_ICONS.guide },
];

const NOTHING: JumpResults = { links: [], tags: [], moreTags: 0 };

/** A web address, perhaps without its scheme. */
const ADDRESS = /^(?:https?:\/\/)?([^\s/?#:@]+\.[^\s/?#:@]{2,}(?::\d+)?(?:[/?#]\S*)?)$/i;

const drawIcon = (path: string) => `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
// The rest of the page is inert while the dialog is open, so the dialog has a status line of its own.
const REST = `<button class="text" type="button">Cancel</button><div id="jump-list" role="listbox" aria-label="Results"></div>
<p class="line soft small"><span><kbd>↑</kbd> <kbd>↓</kbd> choose</span><span><kbd>Enter</kbd> opens</span><span><kbd>Esc</kbd> closes</span></p>
<p class="unseen" role="status"></p>`;

/** How long the dialog waits for another keystroke, and the shortest text that is searched. */
const PAUSE_MS = 200;
const SHORTEST = 2;

/** Where a link of the navigation leads. */
const readGoal = (link: Element): Goal => ({
  words: link.childNodes[1]?.textContent ?? '',
  href: link.getAttribute('href') ?? '',
  icon: link.querySelector('path')?.getAttribute('d') ?? '',
});

const makeText = (name: 'kbd' | 'p' | 'span' | 'b', textContent: string) =>
  Object.assign(document.createElement(name), { textContent });

function makeOption({ words, href, icon, more, key, act }: Goal): HTMLElement {
  const link = Object.assign(document.createElement('a'), { href, tabIndex: -1, innerHTML: drawIcon(icon) });
  link.setAttribute('role', 'option');
  link.append(makeText('span', words));
  if (more) link.append(Object.assign(makeText('span', more), { className: 'soft small clip' }));
  if (key) link.append(makeText('kbd', key));
  if (act)
    link.addEventListener('click', (event) => {
      event.preventDefault();
      find<HTMLDialogElement>(document, '#jump').close();
      act();
    });
  return link;
}

/** Shows in the dialog what the text of its field finds. */
function followField(dialog: HTMLDialogElement): void {
  const [form, field] = [find(dialog, 'form'), find<HTMLInputElement>(dialog, 'input')];
  form.insertAdjacentHTML('beforeend', REST);
  const [list, status] = [find(dialog, '[role=listbox]'), find(dialog, '[role=status]')];
  const navigation = [...document.querySelectorAll('.tabs a')].map(readGoal);
  const goTo = [...navigation.slice(0, 2), TAGS, ...navigation.slice(2), ...PAGES];
  let found = NOTHING;
  let timer: number | undefined;
  let asked = 0;

  const listOptions = () => [...list.querySelectorAll('a')];
  function choose(at: number): void {
    for (const [n, option] of listOptions().entries()) option.ariaSelected = String(n === at);
    const chosen = listOptions()[at];
    field.setAttribute('aria-activedescendant', chosen?.id ?? '');
    chosen?.scrollIntoView({ block: 'nearest' });
  }
  function addGroup(name: string, goals: readonly Goal[]): void {
    if (goals.length === 0) return;
    const group = document.createElement('div');
    group.setAttribute('role', 'group');
    group.ariaLabel = name;
    group.append(Object.assign(makeText('p', name), { ariaHidden: 'true' }), ...goals.map(makeOption));
    list.append(group);
  }
  function showGoals(): void {
    const text = field.value.trim();
    const matches = ({ words }: Goal) => words.toLowerCase().includes(text.toLowerCase());
    const toGoal = (icon: string) => (result: JumpResult) => ({ ...result, icon });
    list.replaceChildren();
    addGroup('Actions', ACTIONS.filter(matches));
    addGroup('Go to', goTo.filter(matches));
    addGroup('Links', found.links.map(toGoal(ICONS.links)));
    const query = encodeURIComponent(text);
    const moreTags = `${found.moreTags} more ${found.moreTags === 1 ? 'tag' : 'tags'} with “${text}”`;
    const more = { words: moreTags, href: `/console/tags?search=${query}`, icon: MORE_ICONS.tag };
    addGroup('Tags', [...found.tags.map(toGoal(MORE_ICONS.tag)), ...(found.moreTags > 0 ? [more] : [])]);
    const isBusy = list.ariaBusy === 'true';
    const all = {
      words: isBusy ? `Searching for “${text}”…` : `All links with “${text}”`,
      // Until the results are there, the server finds out whether the text names one link.
      href: `/console/${isBusy ? 'jump?to' : 'links?search'}=${query}`,
    };
    if (text) addGroup('Search', [{ ...all, icon: SEARCH_ICON }]);
    const [, address] = ADDRESS.exec(text) ?? [];
    // An older link may have it, so the search of all stands first.
    if (address && !isBusy && found.links.length === 0)
      addGroup('New', [{ words: `Shorten ${address}`, href: `/console/new-link?url=${query}`, icon: MORE_ICONS.plus }]);
    for (const [n, option] of listOptions().entries()) option.id = `jump-${n}`;
    choose(0);
  }
  function show(isBusy: boolean): void {
    list.ariaBusy = String(isBusy);
    showGoals();
    const count = listOptions().length;
    if (!isBusy) status.textContent = count === 1 ? '1 result' : `${count} results`;
  }
  /** The results of the former text stay until those of the new one are there, so that the list does not flicker. */
  function follow(): void {
    const text = field.value.trim();
    const mine = ++asked;
    clearTimeout(timer);
    const isSearch = text.length >= SHORTEST;
    if (!isSearch) found = NOTHING;
    show(isSearch);
    if (!isSearch) return;
    timer = setTimeout(async () => {
      const response = await fetch(`/console/jump/results?to=${encodeURIComponent(text)}`).catch(() => null);
      const isThere = response?.ok && response.headers.get('Content-Type')?.includes('json');
      const results: JumpResults = isThere ? await response?.json() : NOTHING;
      if (mine !== asked) return;
      found = results;
      show(false);
    }, PAUSE_MS);
  }

  field.addEventListener('input', follow);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // Results of a former text must not be opened by a key that was pressed for this one.
    const isLate = list.ariaBusy === 'true' && found.links.length > 0;
    (isLate ? listOptions().at(-1) : list.querySelector<HTMLElement>('[aria-selected=true]'))?.click();
  });
  find(dialog, 'button').addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });
  field.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || event.isComposing) return;
    event.preventDefault();
    const options = listOptions();
    const at = options.findIndex(({ ariaSelected }) => ariaSelected === 'true');
    choose((at + step + options.length) % options.length);
  });
  follow();
}

followField(find(document, '#jump'));
