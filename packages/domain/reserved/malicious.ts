// The phrases are chosen by hand from: APWG phishing trend reports; yearly reports of the FTC and of the FBI's IC3
// (kinds of fraud and their lures); Google Safe Browsing's description of social engineering; KnowBe4's quarterly
// subject lines.
import { splitWords } from './words';

/**
 * Phrases of phishing, scams and malware. They are reserved if only noise and suspicious words (context.ts) are beside
 * them: `verify-your-account-now`, but not `verify-email-tips`. A phrase of two words counts in either order.
 */
export const MALICIOUS: readonly string[] = [
  // Requests for credentials
  ...splitWords(`
  secure-login secure-signin secure-logon secure-account secure-verify secure-update secure-banking secure-payment
  secure-mail secure-document secure-message secure-portal login-verification
  verify-account verify-identity verify-login verify-password verify-card verify-payment verify-wallet verify-bank
  verify-billing verify-email verify-phone verify-now verify-me verify-user verify-kyc verify-ssn account-verification
  confirm-account confirm-identity confirm-login confirm-password confirm-payment confirm-card confirm-billing
  confirm-bank confirm-details validate-account validate-identity validate-card validate-wallet validate-email
  authenticate-account update-account update-billing update-payment update-card update-password update-bank update-kyc
  password-reset password-expired password-expiry password-recovery password-verification password-confirmation
  reset-account identity-verification id-verification email-verification card-verification bank-verification
  kyc-verification admin-login webmail-login mail-login email-login bank-login wallet-login
  credential-update otp-verification otp-code sms-verification two-factor-reset 2fa-reset mfa-reset one-time-passcode
  bank-account-verification bank-account-update billing-update billing-problem enter-password
  verify-credit-card credit-card-verification ssn-verification online-banking-login`),
  // Alleged trouble with an account
  ...splitWords(`
  account-suspended account-locked account-limited account-blocked account-disabled account-restricted
  account-deactivated account-terminated account-hacked account-compromised account-recovery account-security
  account-alert account-unlock account-restore account-reactivation account-reactivate account-expired
  restore-access recover-account recover-wallet suspended-account-notice access-suspended access-restricted
  service-suspended card-blocked card-suspended card-declined wallet-suspended session-expired login-attempt
  login-alert login-failed signin-attempt unusual-activity unusual-login unusual-signin suspicious-activity
  suspicious-login suspicious-transaction unauthorized-login unauthorized-access unauthorized-transaction
  unauthorized-payment security-alert security-breach security-code security-notice security-verification
  security-warning fraud-alert fraud-department fraud-prevention-alert mailbox-full mailbox-upgrade mailbox-quota
  mailbox-verification email-upgrade email-deactivation webmail-upgrade quota-exceeded storage-full payment-failed
  payment-declined payment-problem payment-suspended unpaid-invoice overdue-invoice invoice-attached
  outstanding-invoice wire-transfer-confirmation voicemail-message shared-document-login`),
  // Parcels, fines, refunds
  ...splitWords(`
  package-held package-pending package-delivery-failed parcel-held parcel-fee parcel-pending parcel-redelivery
  delivery-failed delivery-problem missed-delivery missed-parcel redelivery-fee customs-fee shipment-held
  reschedule-delivery unpaid-toll toll-violation unpaid-fine unpaid-parking parking-fine-payment tax-refund tax-rebate
  tax-return-refund refund-pending refund-claim refund-department stimulus-check stimulus-payment relief-payment
  government-grant government-refund covid-relief council-tax-refund council-tax-rebate energy-rebate
  unclaimed-money unclaimed-funds unclaimed-refund inheritance-claim inheritance-fund`),
  // Prizes and free money
  ...splitWords(`
  lottery-winner lottery-prize lottery-claim jackpot-winner prize-winner lucky-winner you-won you-have-won
  you-are-a-winner congratulations-winner claim-prize claim-reward claim-bonus claim-gift claim-airdrop claim-token
  claim-nft claim-giftcard claim-cash free-bitcoin free-btc free-crypto free-ethereum free-eth free-usdt free-money
  free-cash free-gift-card free-giftcards free-iphone free-ipad free-robux free-vbucks free-nitro
  free-followers free-skins free-nft free-airdrop bitcoin-giveaway btc-giveaway crypto-giveaway eth-giveaway
  ethereum-giveaway double-bitcoin double-btc double-crypto double-money bitcoin-doubler crypto-doubler
  bitcoin-generator money-generator giftcard-generator robux-generator vbucks-generator money-flip cash-flip
  token-airdrop crypto-airdrop nft-airdrop guaranteed-profit guaranteed-returns guaranteed-income
  guaranteed-loan get-rich-quick quick-rich easy-money make-money-fast earn-money-fast ponzi-scheme pyramid-scheme
  elon-giveaway elon-musk-giveaway`),
  // Wallet drainers
  ...splitWords(`
  connect-wallet sync-wallet wallet-recovery wallet-restore wallet-rectify wallet-verification wallet-validation
  wallet-drainer crypto-drainer seed-phrase recovery-phrase secret-phrase private-key private-keys`),
  // Alleged infections, and malware by name
  ...splitWords(`
  virus-detected virus-alert virus-warning virus-found computer-infected computer-blocked pc-infected device-infected
  malware-detected trojan-detected critical-update flash-update flash-player-update browser-update chrome-update
  windows-update windows-defender-alert java-update driver-update adobe-update zoom-update codec-download
  windows-activator keygen keygens serial-keygen warez crack-download malware ransomware spyware keylogger keyloggers
  botnet botnets rootkit infostealer password-stealer token-grabber token-stealer cookie-stealer ip-logger ip-grabber
  ip-stresser ip-booter ddos-attack ddos-service exploit-kit phishing phishing-page phishing-kit phish-kit scam-page
  carding carding-forum cvv-shop fullz cc-dumps stolen-cards cloned-cards clone-cards counterfeit-money fake-id
  fake-passport fake-documents buy-passport hacked-accounts hack-facebook hack-instagram hack-whatsapp account-cracker
  account-checker mod-apk-hack`),
];
