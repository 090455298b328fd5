import { words } from './words';

// The brands are chosen by hand from the sources of `brand-names.ts`, and the platforms from the rankings of Similarweb
// and DataReportal.

/**
 * Brands that are also a word, a place or a short acronym, and platforms that honest links name because they lead there
 * (`our-instagram`, `google-review`). They are reserved as the whole alias, and beside a word of `context.ts`.
 */
export const BRAND_WORDS: readonly string[] = [
  // Platforms to which honest links lead
  ...words(`
  google youtube facebook instagram whatsapp tiktok twitter linkedin pinterest snapchat telegram discord reddit twitch
  tumblr vimeo soundcloud spotify bandcamp patreon kickstarter gofundme eventbrite substack github gitlab bitbucket
  wechat skype onlyfans tinder dropbox wetransfer calendly mailchimp hubspot wordpress shopify etsy
  amazon amazon-prime airbnb tripadvisor doordash ubereats deliveroo grubhub just-eat instacart yelp trustpilot
  wikipedia google-drive google-docs google-account google-maps google-play facebook-business facebook-messenger
  imessage facetime youtube-premium`),
  // Ordinary words, surnames, places
  ...words(`
  apple orange target chase meta ford subway discover square stripe uber slack zoom intel oracle adobe outlook lloyds
  truecaller tesla yahoo us-bank app-store state-farm red-bull epic-games cash-app best-buy delta shell sony nokia
  dell trello figma okta chanel dior zara shein swiftlet visa-card`),
  // Short acronyms
  ...words(`bmw ups citi windows-defender ubs rbs dpd aol att hsn qvc ibm kfc okx sap axa cvs fifa uefa nba nfl`),
];

/**
 * Brands whose name has another meaning when it stands alone (`exodus`, `robin-hood`), names of persons, currencies.
 * They are free alone, and reserved beside a word of `context.ts`.
 */
export const BRAND_COMMON: readonly string[] = words(`
wise affirm ally chime kraken gemini ledger exodus phantom robin-hood fidelity vanguard prudential nationwide halifax
starling huntington norton hilton hermes windows android steam notion asana yodel mercedes tiffany
bitcoin ethereum tether solana dogecoin
`);

/**
 * Brands whose names are so common or so short that even beside a suspicious word they mean something else
 * (`gender-pay-gap`, `visa-support`, `canon-law-help`). They are reserved only as the whole alias.
 */
export const BRAND_WHOLES: readonly string[] = words(`
visa gap dove puma jaguar kia fiat suzuki kawasaki yamaha lyft espn bbc cnn hbo mtv asos
fendi armani maybelline heinz cadbury kitkat oreo nutella pringles doritos haribo ferrero lindt
toblerone fanta smirnoff bacardi guinness corona-extra marlboro duracell energizer dyson braun bosch
electrolux miele john-deere chevrolet cadillac chrysler mitsubishi bentley opel ups-store
`);
