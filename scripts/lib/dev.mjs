import { main as start } from './start.mjs';

export const main = () => start({ reloads: true });
