/** The object of one limited link: counts its clicks, exactly. */
import { DurableObject } from 'cloudflare:workers';
import type { Env } from './env';

export class ClickCounter extends DurableObject<Env> {}
