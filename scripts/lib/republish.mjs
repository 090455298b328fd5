import { run } from './operations.mjs';

export const main = () => run('republish');
