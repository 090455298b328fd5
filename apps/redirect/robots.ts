/** Recognises robots and prefetches. They must not use up clicks of a limited link (specification 11.4). */
import { headerText } from './truncate';

/**
 * The names of robots: the makers of link previews in chats and social networks, and the crawlers of search engines.
 * Generic clients, such as curl, count as visitors, because people may automate what they may do by hand.
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

/** Returns true for the user agent of a named robot. */
export const isRobotAgent = (userAgent: string): boolean => ROBOTS.test(userAgent);

/** Returns true for the headers of a robot that names itself. */
export const isRobot = (headers: Headers): boolean => isRobotAgent(headerText(headers, 'User-Agent'));

/**
 * Returns true for a prefetch: a browser's request before a click that may never come (wicg.github.io/nav-speculation).
 * Old versions of Firefox mark it with X-Moz.
 */
export const isPrefetch = (headers: Headers): boolean =>
  ['Sec-Purpose', 'Purpose', 'X-Moz'].some((name) => headers.get(name)?.toLowerCase().includes('prefetch') ?? false);
