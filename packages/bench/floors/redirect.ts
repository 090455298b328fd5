/** The floor of a redirect: a constant 302 without storage work. Its latency is that of the runtime alone. */
import { redirectTo } from './edge-entry';

export default { fetch: (): Response => redirectTo('https://www.example.com/') };
