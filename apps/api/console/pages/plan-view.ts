/** What the page of plans shows. */
import type { NamedKey } from '#api/accounts/active-keys';
import type { Used } from '#api/accounts/key-use';
import type { PlanRequest } from '#api/accounts/latest-request';
import type { LinkCount } from '#api/links/link-count';
import type { Plan, PlanPolicy } from '#domain/plans';
import type { Settings } from '#domain/settings';
import type { Forms } from '../forms/form';

export type PlanView = {
  readonly plan: Plan;
  readonly policy: PlanPolicy;
  readonly settings: Pick<Settings, 'activeKeys' | 'linkQuota'>;
  /** The active keys. */
  readonly keys: readonly Used<NamedKey>[];
  readonly links: LinkCount;
  /** The newest request, in any state. */
  readonly request: PlanRequest | null;
  /** The higher plan whose form of a request is shown. */
  readonly asked: Plan | undefined;
  /** The variable CONTACT. */
  readonly contact: string | undefined;
  readonly now: number;
  readonly forms: Forms;
};
