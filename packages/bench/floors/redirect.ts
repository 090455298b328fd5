/** The floor of a visit's latency: a constant 302, whose cost is that of the runtime alone. */
import { redirectTo } from './edge-entry';

export default { fetch: (): Response => redirectTo('https://www.example.com/') };
