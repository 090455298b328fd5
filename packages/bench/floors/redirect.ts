/** A constant 302, the floor of a machine: what it takes is the runtime's alone. */
import { redirectTo } from './edge-entry';

export default { fetch: (): Response => redirectTo('https://www.example.com/') };
