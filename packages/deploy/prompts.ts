/** Asks the person at the terminal. */
import { confirm, input, select } from '@inquirer/prompts';
import { Failure } from '#machine/failure';

export type Prompts = {
  confirm(question: string): Promise<boolean>;
  /** @param initial the earlier answer, which is the default */
  input(question: string, validate: (text: string) => true | string, initial?: string): Promise<string>;
  select(question: string, choices: readonly { readonly name: string; readonly value: string }[]): Promise<string>;
};

/** The name of the error that the library throws when a person presses Ctrl-C at a question. */
const STOPPED = 'ExitPromptError';

async function orFailure<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if ((error as Error).name === STOPPED) throw new Failure('Stopped. Run the command again to continue.');
    throw error;
  }
}

export const terminalPrompts: Prompts = {
  confirm: (message) => orFailure(confirm({ message, default: false })),
  input: (message, validate, initial) =>
    orFailure(input({ message, validate, ...(initial !== undefined && { default: initial }) })),
  select: (message, choices) => orFailure(select({ message, choices: [...choices] })),
};

/** Returns the failure for a question that nobody can be asked. @param how the option that answers it */
export const unanswered = (question: string, how: string): Failure =>
  new Failure(`${question} Nobody can be asked here: use ${how}.`);
