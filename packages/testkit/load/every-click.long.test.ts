import { testEveryClick } from './every-click';

testEveryClick({ clicks: 1_000_000, links: 10_000, accounts: 50, flushMs: 1_000 });
