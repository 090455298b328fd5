/** Questions to whoever is at the terminal. */
import { confirm, input, select } from '@inquirer/prompts';
import { Failure } from './failure';

export type Ask = {
  yes(question: string): Promise<boolean>;
  /** @param before what was answered before, which is taken where nothing is typed */
  text(question: string, isRight: (text: string) => true | string, before?: string): Promise<string>;
  choose(question: string, choices: readonly { readonly name: string; readonly value: string }[]): Promise<string>;
};

/** Ctrl-C in a question, as the library calls it. */
const STOPPED = 'ExitPromptError';

async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if ((error as Error).name === STOPPED) throw new Failure('Stopped. Run it again, and it goes on from here.');
    throw error;
  }
}

export const askPerson: Ask = {
  yes: (message) => asked(confirm({ message, default: false })),
  text: (message, validate, before) =>
    asked(input({ message, validate, ...(before !== undefined && { default: before }) })),
  choose: (message, choices) => asked(select({ message, choices: [...choices] })),
};

/** Nobody is there. @param how the option that would have answered */
export const unanswered = (question: string, how: string): Failure =>
  new Failure(`${question} Nobody is asked: say ${how}.`);
