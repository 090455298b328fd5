import { expect, it } from 'vitest';
import { findReservedReason } from './reserved-reason';
import { splitWords } from './words';

/** Aliases that honest people choose. A new entry that makes one of them reserved covers too much. */
const INNOCENT: Readonly<Record<string, readonly string[]>> = {
  'words that contain a brand': splitWords(`
  pineapple applesauce orangejuice targeted shellfish visage metaphor doveland gapyear grapple snapple appleton
  metabolism metallic televisa supervisor advisable envisage purchase chased chaser steeplechase moonshell seashell
  eggshell shelled bombshell deltaic stargazing squarely squared stripes striped slacks slacker zoomed bazooms
  intelligence intelligent oracles coracle discovery discovered uberous exuberant tuber fordable afford affordable
  affirmation rally allyship chimera exodusters wisely otherwise likewise clockwise steamed steamboat dishonda
  windowsill androids undelta pumas lovedove overlap agape gapped vanish caravans canonical sapling sapphire axamine
  audible auditor auditing plaudits niketown likes bikes hikes unilateral legolas allegory indelible delight fidelio
  disneyesque canvas cuppa backups startups makeups pickups seabank bankside mascara maraca`),
  'words that contain an agency': splitWords(`
  irsa first-class firstborn chairs stairs irish iris-garden fdance nasal-spray nasally doing-good fabian social
  facial special glacial ancient society ensure tension insane epaulette separate depart headset dealer idea deals
  nature signature donation snatch cathedral hudson shuddering nihilism planish scubapro icecream nicer service-day
  whole whoever dotted anecdote secular insect sector does shoes adobes actress practice facts state estate
  understate tsarina nsaids atfirst gaoler gsapp usable because fccla osharaku medicares`),
  'everyday words next to a brand word': splitWords(`
  apple-pie apple-picking big-apple-tour orange-county blood-orange target-practice on-target chase-the-sun
  cut-to-the-chase shell-collecting in-a-nut-shell meta-analysis delta-force river-delta ford-theatre
  crossing-the-ford sandwich-subway discover-wales lets-discover square-dance town-square pinstripe-suit
  stripe-pattern slack-line zoom-lens zoom-meeting oracle-bones delphi-oracle puma-sightings jaguar-habitat
  mind-the-gap gender-pay-gap gap-year dove-release turtle-dove amazon-rainforest amazon-wishlist steam-engine
  wise-owl word-to-the-wise ups-and-downs window-shopping windows-and-doors android-dreams chime-in bell-chime
  kraken-rum-night gemini-horoscope hermes-myth tesla-coil nikola-tesla tiffany-lamp visa-application travel-visa
  visa-interview-tips canon-in-d canon-law pandora-box kia-ora fiat-lux converse-kindly caterpillar-craft omega-three
  sap-bucket starling-murmuration ally-week nationwide-tour exodus phantom gemini robin-hood robin-hood-play
  caterpillar converse omega notion ally wise bitcoin steam hilton-head state-farm-show red-bull-terrier
  us-bank-holidays epic-games-night app-store-link cash-app-design windows mercedes halifax drop-box-location
  best-buy-guide hot-mail-order you-tube-map one-drive-through`),
  'suspicious words at a distance from a name': splitWords(`
  apple-pie-support orange-county-account support-ford-workers help-apple-pickers meta-analysis-support zoom-meeting-id
  target-audience-account nasa-inspires-us secure-apple-orchard-parking official-delta-blues-playlist
  gap-year-support`),
  'links that lead to a platform': splitWords(`
  our-instagram google-review leave-a-google-review youtube-channel facebook-page facebook-group linkedin-profile
  whatsapp-group follow-us-on-tiktok spotify-playlist my-etsy-shop github-repo discord-server telegram-channel
  pinterest-board twitch-stream eventbrite-tickets patreon-page airbnb-guidebook amazon-storefront dropbox-folder`),
  'names of agencies in other meanings or as topics': splitWords(`
  nasa-fan-club nasa-launch-photos fbi-true-crime cia-batta cia-history-book nhs-heroes thank-you-nhs nato-phonetic
  epa-air-quality-report unesco-heritage-walk usda-recipe faa-drone-rules police-the-band ice-cream ice-rink
  dot-matrix dot-to-dot who-is-who who-dares-wins hud-design doe-a-deer home-office-setup irs-the-musical
  student-government-week federal-style-house taxi taxonomy tax-tips tax-season-checklist governance governor-race
  big-government-debate`),
  'business and campaigns': splitWords(`
  my-account login-party summer-sale bank-holiday free-pizza support-us support-local help-wanted verify-email-tips
  spring-sale-2024 black-friday cyber-monday early-bird free-shipping free-trial free-coffee free-ebook gift-card
  gift-guide win-a-trip prize-draw giveaway-rules newsletter winter-menu lunch-menu table-booking book-now
  order-online job-fair careers-day open-house open-day grand-opening customer-stories customer-survey feedback-form
  team-lunch product-launch pricing-2025 press-kit media-kit download-brochure brochure-pdf spec-sheet price-list
  user-guide user-research account-manager account-executive account-opening-hours admin-assistant-job api-workshop
  secure-parking secure-your-spot security-guard-jobs password-manager-review password-reset-guide
  payment-plans-explained reset-retreat update-2024 latest-update claim-your-seat confirm-attendance
  unlock-your-potential wallet-friendly bitcoin-meetup crypto-for-beginners lottery-of-birth
  phishing-awareness-training malware-museum refund-policy tracking-santa delivery-options parcel-shelf
  customs-and-traditions login-issues-faq official-trailer official-soundtrack limited-edition restricted-section
  alert-the-media blog secret-party prototype tax-refund-tips password-reset-explained easy-money-the-film
  account-security-basics free-bitcoin-course virus-alert-the-band private-key-west fake-id-band
  login-verify-flow-diagram wallet-recovery-story claim-prize-rules`),
  'more aliases of these kinds': splitWords(`
  apple-fritter sign-up-form register-now login-page secure-checkout support-ticket helpdesk-hours happy-hour
  amazonite visayas orange-is-the-new-black clockwork-orange chasing-cars ford-family-reunion oxford stanford stafford
  slack-off square-one prime-rib delta-variant gap-analysis meta-tags shell-game michelle bosch-hieronymus boschendal
  safe-word canada-day post-it office-party teams outlook-2025 bright-outlook excel-tips windows95 the-who ice-age
  nice-day cia-ao police-academy-film army-surplus congress-2025 un-related passport-photo visa-run green-card tax-day
  refunds-explained free-beer bitcoin-pizza-day crypto-101 winners-circle reward-yourself prize claims-adjuster
  gift-card-ideas iphone-repair minecrafter kiasu giants ups3 attic battle aolani halibut bail sail hall ball ski-trip
  bill-pay pay-day e-bay-view a-team a-b-testing x-ray t-shirt r-and-d i-love-ny y2k 90s-party 2for1 50-off 1st-place
  99-problems n00b 1337 b4u gr8 2nite in-post-war-berlin specialist socialism`),
  'names, places, dates, products': splitWords(`
  anna-and-tom smith-family-reunion maria-garcia john-doe claude irina alice bill phil will-and-grace cecilia lucia
  marcia felicia patricia garcia sicilia mall town-mall mail-art london paris-2024 berlin-marathon route-66 area-51
  new-york-2025 4th-july 24-7 7-days b2b b2b-sale b2c 3d-print 4k-video 5k-run 10k-run 100 2024 1984 365 404 007
  1234567 2024-11-30 2024q3 q4-2025 h2o a01 b12 c3po r2d2 mp3 mp4 covid19 web3 e46 m365 x100 v2-launch ps-i-love-you
  i-ching tick-tock face-to-face book-club face-paint sub-zero way-home pay-it-forward pal-around corn-maze learn-more
  modern-art savvy-saver burn-notice horn-section popcorn`),
};

const rows = Object.entries(INNOCENT).flatMap(([kind, aliases]) => aliases.map((alias) => [alias, kind] as const));

it('the table of innocent aliases has more than two hundred, and none twice', () => {
  expect(rows.length).toBeGreaterThan(200);
  expect(new Set(rows.map(([alias]) => alias)).size).toBe(rows.length);
});

it.each(rows)('the alias %s is free (%s)', (alias) => {
  expect(findReservedReason(alias)).toBeNull();
});

it.each(rows)('the alias %s is free in capitals too (%s)', (alias) => {
  expect(findReservedReason(alias.toUpperCase())).toBeNull();
});
