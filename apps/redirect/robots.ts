/** Recognises robots and prefetches: they must not use up clicks of a limited link (specification 11.4). */
import { headerText } from './truncate';

/**
 * The robots by name: link previews of chats and social networks, then the crawlers of search engines. Generic clients
 * (curl, wget, python, node, no user agent) are visitors: people automate what they may do by hand.
 */
const ROBOTS = new RegExp(
  [
    'slackbot|slack-imgproxy|twitterbot|facebookexternalhit|facebot|meta-externalagent|whatsapp/|discordbot|telegrambot',
    'linkedinbot|skypeuripreview|microsoftpreview|teamsbot|pinterestbot|redditbot|viberbot|line-poker|vkshare|mastodon/',
    'bluesky|signal-desktop|snap url preview|embedly|iframely|kakaotalk-scrap|zoombot|notionbot|google-pagerenderer',
    'googlebot|google-inspectiontool|bingbot|bingpreview|duckduckbot|applebot|yandexbot|baiduspider|petalbot|seznambot',
  ].join('|'),
  'i',
);

/** Whether a user agent is a named robot's. */
export const isRobotAgent = (userAgent: string): boolean => ROBOTS.test(userAgent);

/** Whether a request comes from a named robot. */
export const isRobot = (request: Request): boolean => isRobotAgent(headerText(request, 'User-Agent'));

/**
 * Whether a browser only prepares for a click that may never come (wicg.github.io/nav-speculation; old Firefox sends
 * X-Moz).
 */
export const isPrefetch = ({ headers }: Request): boolean =>
  ['Sec-Purpose', 'Purpose', 'X-Moz'].some((name) => headers.get(name)?.toLowerCase().includes('prefetch') ?? false);
