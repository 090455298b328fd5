/** A constant 302: its cost is that of the runtime alone. */
import { sendTo } from './edge-entry';

export default { fetch: (): Response => sendTo('https://www.example.com/') };
