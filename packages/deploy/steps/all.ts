import type { Step } from '../context';
import { addressesStep } from './addresses';
import { databaseStep } from './database';
import { firstAccountStep } from './first-account';
import { migrationsStep } from './migrations';
import { namespaceStep } from './namespace';
import { secretsStep } from './secrets';
import { smokeStep } from './smoke';
import { apiStep, redirectStep } from './worker';

/** Every step, in the order in which each can be done. */
export const STEPS: readonly Step[] = [
  namespaceStep,
  databaseStep,
  migrationsStep,
  secretsStep,
  redirectStep,
  apiStep,
  addressesStep,
  firstAccountStep,
  smokeStep(),
];

/** In a split the API worker takes its classes over before the one script is deployed without them (docs/adr/0043). */
export const SPLIT_STEPS: readonly Step[] = STEPS.map((step) =>
  step === redirectStep ? apiStep : step === apiStep ? redirectStep : step,
);
