import { buildMachine } from '../machine/build.mjs';
import { BUILT } from './built';

/** Builds the machine, once for all tests in Node. */
export default (): Promise<void> => buildMachine(BUILT);
