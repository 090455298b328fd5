/** The program of a built folder: `node serve.mjs`. */
import { serve } from './serve';

process.exit(await serve());
