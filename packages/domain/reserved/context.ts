/** Words that make an alias suspicious beside a reserved name, and words that change nothing. */
import { splitWords } from './words';

/**
 * Words about credentials or money owed. Anywhere in an alias they make it pretend to belong to the brand that it
 * names.
 */
export const HARD_CONTEXT: readonly string[] = splitWords(`
login logon signin password passwords passwort passcode verify verified verification verifizierung validate validation
authenticate authentication unlock unlocked suspended suspension deactivated refund refunds redelivery billing otp 2fa
`);

/**
 * Words that are honest in most aliases (`support-us`, `member-account`). They make an alias suspicious only right
 * after the name, or right before a name that ends the alias.
 */
export const SOFT_CONTEXT: readonly string[] = splitWords(`
support help helpdesk helpline hotline account accounts secure secured security pay payment payments official id
recovery recover confirm confirmation customer customercare customerservice customersupport techsupport alert alerts
reward rewards prize prizes winner winners lottery giveaway giveaways airdrop giftcard giftcards claim claims wallet
locked restricted limited subscription renewal renew invoice portal admin com net org
`);

/**
 * Words that make an alias pretend to belong to the government body that it names. They do so anywhere in the alias.
 */
export const STATE_HARD_CONTEXT: readonly string[] = splitWords(`
gov govt gouv gob gub government federal tax taxes refund rebate rebates stimulus
`);

/** Words that make an alias pretend so only right beside the name: `nhs-uk`, not `nasa-inspires-us`. */
export const STATE_SOFT_CONTEXT: readonly string[] = splitWords(`
uk us usa eu fine fines penalty payout benefit benefits relief card notice warning tracking agent agents officer
department dept office
`);

/** Words that do not change a phrase: `verify-your-account-now` is `verify-account`. */
export const NOISE: readonly string[] = splitWords(`
a an the my our your you me now today here please click go get to for of and is it at in on by with this
page link links url site web website online info information detail details form center centre
app com net org www http https html php new urgent urgently immediately asap action required needed important
official dept department team uk us eu
`);
