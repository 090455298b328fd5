import { testHistories } from './random-histories';

testHistories(40);
