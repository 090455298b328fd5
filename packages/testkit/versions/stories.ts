/** All stories by title. */
import { clickStories } from './click-stories';
import { consoleStories } from './console-stories';
import { keyStories } from './key-stories';
import { linkStories } from './link-stories';
import { passwordStories } from './password-stories';
import type { Story } from './story';

export const STORIES: Readonly<Record<string, Story>> = {
  ...linkStories,
  ...clickStories,
  ...passwordStories,
  ...keyStories,
  ...consoleStories,
};
