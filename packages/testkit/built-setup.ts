import { buildMachine } from '../machine/build.mjs';
import { BUILT } from './built';

/** Builds the machine once, before all tests of the project `node`. */
export default (): Promise<void> => buildMachine(BUILT);
