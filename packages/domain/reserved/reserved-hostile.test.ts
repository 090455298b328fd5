import { expect, it } from 'vitest';
import { findReservedReason, type ReservedReason } from './reserved-reason';
import { splitWords } from './words';

/** Aliases that must be reserved, by their reason. */
const HOSTILE: Readonly<Record<ReservedReason, readonly string[]>> = {
  system: splitWords(`
  api API admin Adm1n a-d-m-i-n 4dm1n login Log-In l0gin logIn 10gin signup sign-up docs d0cs health he4lth healthz
  robots r0b0ts favicon-ico console dashboard support supp0rt help settings well-known wp-admin null
  adrnin vvebmaster p455w0rd`),
  brand: splitWords(`
  paypal PayPal p-a-y-p-a1 p4yp4l paypa1 paypaI PAYPAL pay-pal payp4l p-a-y-p-a-l-help PayPal-Login paypal-login-now
  secure-paypal my-paypal paypal2024 paypal-2024 paypallogin securepaypal securepaypallogin paypal-security-team
  paypalsecurelogin pay-pal-refund pay-pal-now google g00gle G00GLE GoogIe g-o-o-g-l-e go0g1e 9oogle 6oogle
  google-login g00gle-support google-account-verify google-security googlepassword amazon amaz0n 4m4z0n arnazon
  amaz0n-support amazon-prime-refund amazon-prize amazon-giftcard apple appIe 4pple apple-id app1e-1d appleid
  apple-support applesupport apple-pay apple-account-verify appie-login microsoft micr0s0ft rnicrosoft
  microsoft-support microsoft-office-365 office-365 office365 facebook faceb00k f4c3b00k facebook-login
  facebook-security facebook-support-center login-facebook whatsapp-verify vvhatsapp instagram-verified 1nstagram
  lnstagram-login netflix n3tflix netf1ix netfIix netflix-billing netflix-renewal my-netflix-account chase-login
  secure-chase chase-bank wells-fargo wellsfargo we11sfargo wells-fargo-alert bank-of-america bankofamerica-login visa
  gap target orange target-refund visa-card visa-login-page meta-support discover-account zoom-login
  zoom-meeting-password stripe-payments slack-signin uber-refund steam-giveaway kraken-wallet coinbase c0inbase
  coinbase-wallet binance-kyc metamask-restore trust-wallet dhl dhl-parcel ups ups-tracking fedex-delivery rolex
  r0lex-sale gucci-outlet gucc1 ikea 1kea nike-outlet hsbc-online revolut-card docusign-document icloud-locked
  gmail-verify lego-giveaway coca-cola louis-vuitton-sale adobe-login outlook-password windows-support exodus-wallet
  phantom-login gemini-account wise-verify ally-login ledger-support kraken-login robinhood-login steam-login
  hilton-rewards bitcoin-wallet us-bank app-store apple-com verify-paypal update-paypal-billing n-e-t-f-l-i-x-billing
  facebook-account-recovery m1cr0s0ft-l0gin 1nst4gr4m`),
  government: splitWords(`
  irs IRS 1rs irs-gov IRS-GOV i-r-s-gov irs-g0v irs-tax-refund irs-tax-relief irs-refund irsrefund irsgov lrs-refund
  irs2024-refund tax-irs refund-irs my-irs-login irs-payment irs-us fbi f8i fbi-agent fbi-gov fbi-fines cia nsa nasa
  n4sa nasa-gov hmrc hmrc-refund hmrc-tax-rebate hmrc-gov-uk hmrcrefund dvla-tax dvla-fine nhs-uk nhs-login gov-uk
  gov-uk-refund service-gov-uk my-gov-au texas-gov anything-gov anything-g0v usps usps-redelivery-help usps-support
  social-security social-security-benefits ssa-gov medicare-refund white-house whitehouse w-h-i-t-e-house fema-relief
  uscis-payment usps-tracking medicare-card fbi-warning europol-notice europol europol-fine interpol-officer
  european-commission bundestag finanzamt finanzamt-login belastingdienst digid-verify impots-gouv-fr urssaf
  agencia-tributaria carabinieri receita-federal centrelink-payment mygov mygov-login canada-revenue-agency uidai
  unicef-official nato police department-of-justice internal-revenue-service us-treasury ice-gov who-int mi5
  government federal-government`),
  malicious: splitWords(`
  secure-login s3cure-l0gin secure-login-now secure-login-2024 login-secure securelogin SecureLogin my-secure-login
  verify-account verify-your-account verify-your-account-now verify-my-account-here account-verify ver1fy-acc0unt
  verifyaccount urgent-verify-account password-reset p4ssw0rd-r3set reset-password reset-your-password
  confirm-identity update-billing update-your-billing-information account-suspended acc0unt-suspended
  your-account-suspended account-locked unusual-activity suspicious-login unlock-account security-alert fraud-alert
  free-bitcoin fr33-b1tcoin free-bitc0in-now free-btc bitcoin-free bitcoin-giveaway crypto-giveaway
  double-your-bitcoin free-robux free-v-bucks free-money free-iphone free-gift-card claim-prize claim-your-prize-now
  lottery-winner you-won you-have-won tax-refund stimulus-check government-grant package-held missed-delivery
  customs-fee unpaid-toll seed-phrase private-key connect-wallet wallet-recovery virus-detected computer-infected
  flash-update windows-update-required keygen phishing phishing-kit ransomware ip-grabber stolen-cards fake-id
  guaranteed-profit get-rich-quick admin-login webmail-login verify-account-login secure-account-login
  free-bitcoin-giveaway claim-your-free-bitcoin account-suspended-verify secure-login-verify-account
  password-reset-verification crypto-airdrop-claim urgent-account-verification-required confirm-your-identity-now`),
};

const rows = Object.entries(HOSTILE).flatMap(([reason, aliases]) => aliases.map((alias) => [alias, reason] as const));

it('the table of hostile aliases has more than a hundred, and none twice', () => {
  expect(rows.length).toBeGreaterThan(100);
  expect(new Set(rows.map(([alias]) => alias)).size).toBe(rows.length);
});

it.each(rows)('the alias %s is reserved as %s', (alias, reason) => {
  expect(findReservedReason(alias)).toBe(reason);
});
