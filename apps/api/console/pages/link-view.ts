/** What the page of a link shows. */
import type { DetailedLink } from '#api/links/link-details';
import type { LinkStatistics } from '#api/statistics/statistics-record';
import type { SeenFacts } from '../edit-conflict';
import type { Forms } from '../forms/form';
import type { Fact } from '../link-facts';
import type { Options } from '../link-fields';
import type { TagChoice } from '../tag-choice';
import type { RangeView } from './pictures';
import type { ColorOf } from './tag-list';
import type { UndoView } from './undo';

export type LinkView = {
  readonly link: DetailedLink;
  readonly statistics: LinkStatistics;
  readonly colorOf: ColorOf;
  /** The tags to choose from, those of the link first. */
  readonly tags: TagChoice;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly view: RangeView;
  readonly undo: UndoView;
  readonly forms: Forms;
  /** The digests of what this page shows of the link. */
  readonly seen: SeenFacts;
  readonly options: Options;
  /** The variable CONTACT. */
  readonly contact: string | undefined;
  /** The fact whose form the address of the page opens. */
  readonly opened: Fact | undefined;
};
