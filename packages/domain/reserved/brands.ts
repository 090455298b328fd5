// The names are chosen by hand from: Interbrand Best Global Brands, Kantar BrandZ and Fortune Global 500 (large
// brands); Check Point brand-phishing reports, Vade Phishers' Favorites, INKY and APWG reports (imitated brands);
// Similarweb and DataReportal (platforms). Names only, no rankings.
import { splitWords } from './words';

/**
 * Coined names and full names of brands, no English words. One of them as a token makes an alias reserved
 * (`my-paypal`). An entry has a hyphen where the name has one: `wells-fargo-branch` contains a name, `pay-pal-group`
 * does not.
 */
export const BRAND_NAMES: readonly string[] = [
  // Payment and money transfer
  ...splitWords(`
  paypal venmo zelle payoneer klarna afterpay skrill neteller alipay wechatpay unionpay mastercard visa-login
  visa-verify verified-by-visa amex american-express western-union moneygram revolut n26 monzo mercadopago paytm
  phonepe interac barclaycard payu paysafecard paysafe adyen worldpay bankid gpay apple-pay google-pay samsung-pay
  amazon-pay`),
  // Banks and insurers
  ...splitWords(`
  wells-fargo bank-of-america citibank citigroup jpmorgan jp-morgan-chase chase-bank morgan-stanley goldman-sachs
  capital-one truist pncbank suntrust fifth-third-bank keybank citizens-bank santander barclays natwest
  lloyds-bank hsbc halifax-bank scotiabank cibc td-bank tdcanadatrust commbank westpac
  credit-suisse deutsche-bank commerzbank sparkasse volksbank postbank ing-diba bnp-paribas societe-generale
  credit-agricole banque-postale la-banque-postale caixabank bbva bankinter sabadell unicredit intesa-sanpaolo
  poste-italiane rabobank abn-amro nordea danske-bank swedbank handelsbanken bradesco nubank banco-do-brasil
  icici hdfc axisbank standard-chartered ocbc maybank nedbank usaa navy-federal charles-schwab ameritrade etrade
  blackrock experian equifax transunion turbotax quickbooks intuit allianz geico allstate metlife aetna
  cigna raiffeisen postfinance kreditbank`),
  // Crypto
  ...splitWords(`
  coinbase binance metamask trust-wallet trezor bitfinex bitstamp kucoin bybit etoro blockchain-com crypto-com
  uniswap opensea pancakeswap walletconnect blockfi bitpay bitmex coinmarketcap solflare ledger-live`),
  // Parcels and post
  ...splitWords(`
  fedex dhl dhl-express ups-delivery ups-tracking ups-package ups-parcel royal-mail parcelforce colissimo
  chronopost mondial-relay deutsche-post canada-post australia-post auspost postnl bpost postnord la-poste evri
  purolator inpost `),
  // Software, accounts, devices
  ...splitWords(`
  microsoft microsoft365 office365 ms-office onedrive sharepoint hotmail gmail icloud itunes macos apple-id applecare
  samsung huawei xiaomi lenovo nvidia qualcomm cisco siemens philips panasonic toshiba hitachi fujitsu
  logitech netgear docusign salesforce servicenow mcafee kaspersky symantec avast bitdefender malwarebytes lastpass
  1password bitwarden nordvpn expressvpn godaddy namecheap cloudflare digitalocean squarespace openai chatgpt
  teamviewer anydesk zendesk freshdesk atlassian xerox hewlett-packard vmware mongodb databricks capgemini accenture
  deloitte pricewaterhousecoopers`),
  // Games and media
  ...splitWords(`
  netflix disney disneyplus hulu paramount-plus hbomax nintendo playstation xbox roblox minecraft fortnite
  riot-games ubisoft activision blizzard-entertainment steamcommunity steampowered pixar bloomberg`),
  // Shops and consumer goods
  ...splitWords(`
  ebay alibaba aliexpress walmart costco ikea lidl tesco sainsburys carrefour zalando temu rakuten flipkart shopee
  lazada wayfair home-depot mercadolibre walgreens cvs-pharmacy decathlon uniqlo mediamarkt nike adidas reebok gucci
  prada louis-vuitton vuitton burberry rolex cartier versace balenciaga moncler swarovski lululemon rayban lego
  coca-cola pepsi pepsico nestle nescafe nespresso starbucks mcdonalds burger-king dunkin heineken budweiser loreal
  loccitane nivea gillette colgate unilever danone kelloggs procter-and-gamble johnson-and-johnson pfizer viagra
  cialis astrazeneca novartis sephora michelin shimano playmobil mattel`),
  // Cars, travel, telecoms
  ...splitWords(`
  toyota honda nissan hyundai volkswagen mercedes-benz porsche ferrari lamborghini maserati bugatti subaru peugeot
  renault citroen skoda lexus mazda audi volvo harley-davidson ducati rolls-royce aston-martin land-rover
  airbus boeing lufthansa ryanair easyjet qantas air-france british-airways american-airlines
  united-airlines delta-airlines southwest-airlines emirates-airline singapore-airlines aeroflot
  expedia booking-com marriott holiday-inn verizon t-mobile vodafone comcast xfinity telefonica movistar swisscom
  softbank exxonmobil totalenergies petrobras gazprom aramco`),
];

/**
 * Brands that are also a word, a place or a short acronym, and platforms that honest links name because they lead there
 * (`our-instagram`, `google-review`). They are reserved as the whole alias, and beside a word of `context.ts`.
 */
export const BRAND_WORDS: readonly string[] = [
  // Platforms to which honest links lead
  ...splitWords(`
  google youtube facebook instagram whatsapp tiktok twitter linkedin pinterest snapchat telegram discord reddit twitch
  tumblr vimeo soundcloud spotify bandcamp patreon kickstarter gofundme eventbrite substack github gitlab bitbucket
  wechat skype onlyfans tinder dropbox wetransfer calendly mailchimp hubspot wordpress shopify etsy
  amazon amazon-prime airbnb tripadvisor doordash ubereats deliveroo grubhub just-eat instacart yelp trustpilot
  wikipedia google-drive google-docs google-account google-maps google-play facebook-business facebook-messenger
  imessage facetime youtube-premium`),
  // Ordinary words, surnames, places
  ...splitWords(`
  apple orange target chase meta ford subway discover square stripe uber slack zoom intel oracle adobe outlook lloyds
  truecaller tesla yahoo us-bank app-store state-farm red-bull epic-games cash-app best-buy delta shell sony nokia
  dell trello figma okta chanel dior zara shein swiftlet visa-card`),
  // Short acronyms
  ...splitWords(`bmw ups citi windows-defender ubs rbs dpd aol att hsn qvc ibm kfc okx sap axa cvs fifa uefa nba nfl`),
];

/**
 * Brands whose name has another meaning when it stands alone (`exodus`, `robin-hood`), names of persons, currencies.
 * They are free alone, and reserved beside a word of `context.ts`.
 */
export const BRAND_COMMON: readonly string[] = splitWords(`
wise affirm ally chime kraken gemini ledger exodus phantom robin-hood fidelity vanguard prudential nationwide halifax
starling huntington norton hilton hermes windows android steam notion asana yodel mercedes tiffany
bitcoin ethereum tether solana dogecoin
`);

/**
 * Brands whose names are so common or so short that even beside a suspicious word they mean something else
 * (`gender-pay-gap`, `visa-support`, `canon-law-help`). They are reserved only as the whole alias.
 */
export const BRAND_WHOLES: readonly string[] = splitWords(`
visa gap dove puma jaguar kia fiat suzuki kawasaki yamaha lyft espn bbc cnn hbo mtv asos
fendi armani maybelline heinz cadbury kitkat oreo nutella pringles doritos haribo ferrero lindt
toblerone fanta smirnoff bacardi guinness corona-extra marlboro duracell energizer dyson braun bosch
electrolux miele john-deere chevrolet cadillac chrysler mitsubishi bentley opel ups-store
`);
