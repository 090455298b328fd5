import type { Step } from '../context';
import { addressesStep } from './addresses';
import { databaseStep } from './database';
import { firstAccountStep } from './first-account';
import { migrationsStep } from './migrations';
import { namespaceStep } from './namespace';
import { secretsStep } from './secrets';
import { smokeStep } from './smoke';
import { apiStep, redirectStep } from './worker';

/**
 * Every step, in the order in which each can be done.
 * @param isSplit the API worker takes its classes over before the one script is deployed without them (docs/adr/0043)
 * @param smoke the smoke test, which tests of the other steps leave out
 * @param before steps before the workers, such as the gradual rollout of an upgrade
 */
export const stepsOf = (isSplit: boolean, smoke: Step = smokeStep(), before: readonly Step[] = []): readonly Step[] => [
  namespaceStep,
  databaseStep,
  migrationsStep,
  secretsStep,
  ...before,
  ...(isSplit ? [apiStep, redirectStep] : [redirectStep, apiStep]),
  addressesStep,
  firstAccountStep,
  smoke,
];
