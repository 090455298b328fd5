/** A hundredth of every-click.long.test.ts, with shorter flushes, so that there are enough batches. */
import { testEveryClick } from './every-click';

testEveryClick({ clicks: 10_000, links: 100, accounts: 5, flushMs: 200 });
