import { words } from './words';

// The names are chosen by hand from: Interbrand Best Global Brands, Kantar BrandZ and Fortune Global 500 (large
// brands); Check Point brand-phishing reports, Vade Phishers' Favorites, INKY and APWG reports (imitated brands). Names
// only, no rankings.

/**
 * Coined names and full names of brands, no English words. One of them as a token makes an alias reserved
 * (`my-paypal`). An entry has a hyphen where the name has one: `wells-fargo-branch` contains a name, `pay-pal-group`
 * does not.
 */
export const BRAND_NAMES: readonly string[] = [
  // Payment and money transfer
  ...words(`
  paypal venmo zelle payoneer klarna afterpay skrill neteller alipay wechatpay unionpay mastercard visa-login
  visa-verify verified-by-visa amex american-express western-union moneygram revolut n26 monzo mercadopago paytm
  phonepe interac barclaycard payu paysafecard paysafe adyen worldpay bankid gpay apple-pay google-pay samsung-pay
  amazon-pay`),
  // Banks and insurers
  ...words(`
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
  ...words(`
  coinbase binance metamask trust-wallet trezor bitfinex bitstamp kucoin bybit etoro blockchain-com crypto-com
  uniswap opensea pancakeswap walletconnect blockfi bitpay bitmex coinmarketcap solflare ledger-live`),
  // Parcels and post
  ...words(`
  fedex dhl dhl-express ups-delivery ups-tracking ups-package ups-parcel royal-mail parcelforce colissimo
  chronopost mondial-relay deutsche-post canada-post australia-post auspost postnl bpost postnord la-poste evri
  purolator inpost `),
  // Software, accounts, devices
  ...words(`
  microsoft microsoft365 office365 ms-office onedrive sharepoint hotmail gmail icloud itunes macos apple-id applecare
  samsung huawei xiaomi lenovo nvidia qualcomm cisco siemens philips panasonic toshiba hitachi fujitsu
  logitech netgear docusign salesforce servicenow mcafee kaspersky symantec avast bitdefender malwarebytes lastpass
  1password bitwarden nordvpn expressvpn godaddy namecheap cloudflare digitalocean squarespace openai chatgpt
  teamviewer anydesk zendesk freshdesk atlassian xerox hewlett-packard vmware mongodb databricks capgemini accenture
  deloitte pricewaterhousecoopers`),
  // Games and media
  ...words(`
  netflix disney disneyplus hulu paramount-plus hbomax nintendo playstation xbox roblox minecraft fortnite
  riot-games ubisoft activision blizzard-entertainment steamcommunity steampowered pixar bloomberg`),
  // Shops and consumer goods
  ...words(`
  ebay alibaba aliexpress walmart costco ikea lidl tesco sainsburys carrefour zalando temu rakuten flipkart shopee
  lazada wayfair home-depot mercadolibre walgreens cvs-pharmacy decathlon uniqlo mediamarkt nike adidas reebok gucci
  prada louis-vuitton vuitton burberry rolex cartier versace balenciaga moncler swarovski lululemon rayban lego
  coca-cola pepsi pepsico nestle nescafe nespresso starbucks mcdonalds burger-king dunkin heineken budweiser loreal
  loccitane nivea gillette colgate unilever danone kelloggs procter-and-gamble johnson-and-johnson pfizer viagra
  cialis astrazeneca novartis sephora michelin shimano playmobil mattel`),
  // Cars, travel, telecoms
  ...words(`
  toyota honda nissan hyundai volkswagen mercedes-benz porsche ferrari lamborghini maserati bugatti subaru peugeot
  renault citroen skoda lexus mazda audi volvo harley-davidson ducati rolls-royce aston-martin land-rover
  airbus boeing lufthansa ryanair easyjet qantas air-france british-airways american-airlines
  united-airlines delta-airlines southwest-airlines emirates-airline singapore-airlines aeroflot
  expedia booking-com marriott holiday-inn verizon t-mobile vodafone comcast xfinity telefonica movistar swisscom
  softbank exxonmobil totalenergies petrobras gazprom aramco`),
];
