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
 * Returns every step in order.
 * @param isSplit whether the API worker comes first: in a split it takes over its classes before the one script loses
 * them (docs/design/self-hosting.md)
 * @param smoke replaces the smoke test in tests of the other steps
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
