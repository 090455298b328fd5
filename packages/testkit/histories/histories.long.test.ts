import { testHistories } from './random-histories';

testHistories(5_000);
