import { testHistories } from './random-histories';

testHistories(12);
