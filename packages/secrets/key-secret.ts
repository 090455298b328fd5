/** The random part of a key text, from a seed. A file of its own: the check of a key text needs no node:crypto. */
import { customRandom } from 'nanoid';
import { bytesFrom } from './bytes-from';
import { BASE62, SECRET_LENGTH } from './key-text';

/** Makes the random part of a key text from a seed. It is as hard to guess as the seed. */
export const keySecretFrom = (seed: string): string => customRandom(BASE62, SECRET_LENGTH, bytesFrom(seed))();
