/** A constant 302: what the runtime itself costs. */
import { sendTo } from './edge-entry';

export default { fetch: (): Response => sendTo('https://www.example.com/') };
