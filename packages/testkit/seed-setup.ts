/** A setup file of all tests: every property of fast-check takes its random input from SEED. */
import fc from 'fast-check';
import { SEED } from './seed';

fc.configureGlobal({ seed: SEED });
