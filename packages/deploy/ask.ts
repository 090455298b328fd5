/** Asks the person at the terminal. */
import { confirm, input, select } from '@inquirer/prompts';
import { Failure } from './failure';

export type Ask = {
  yes(question: string): Promise<boolean>;
  /** @param before the earlier answer, which is the default */
  text(question: string, isRight: (text: string) => true | string, before?: string): Promise<string>;
  choose(question: string, choices: readonly { readonly name: string; readonly value: string }[]): Promise<string>;
};

/** The name of the error that the library throws when a person presses Ctrl-C at a question. */
const STOPPED = 'ExitPromptError';

async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if ((error as Error).name === STOPPED) throw new Failure('Stopped. Run the command again to continue.');
    throw error;
  }
}

export const askPerson: Ask = {
  yes: (message) => asked(confirm({ message, default: false })),
  text: (message, validate, before) =>
    asked(input({ message, validate, ...(before !== undefined && { default: before }) })),
  choose: (message, choices) => asked(select({ message, choices: [...choices] })),
};

/** Returns the failure for a question that nobody can be asked. @param how the option that answers it */
export const unanswered = (question: string, how: string): Failure =>
  new Failure(`${question} Nobody can be asked here: use ${how}.`);
