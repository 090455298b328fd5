// The names are chosen by hand from: usa.gov/agency-index; gov.uk/government/organisations; european-union.europa.eu
// (institutions and bodies); un.org (United Nations system); the official portals of the countries named. Names only.
import { splitWords } from './words';

/**
 * Governments and their bodies. They are reserved as the whole alias, and beside a word of `context.ts`
 * (`irs-tax-refund`, but not `nasa-fan-club`). An acronym that is an English word is listed only with what makes it
 * official (`ice-gov`).
 */
export const GOVERNMENT: readonly string[] = [
  // United States: acronyms
  ...splitWords(`
  irs fbi cia nsa dea atf dhs doj dod hhs usda usps uscis cbp tsa fema cisa ssa fda cdc nih epa faa ftc fcc
  cfpb fdic osha eeoc nlrb gsa gao opm nasa noaa nsf ferc sba usaid usms uspto usgs usaf usmc uscg darpa norad
  finra ncua fhfa fincen dmv ofac nhtsa ntsb phmsa usgov fafsa scotus`),
  // United States: names, and acronyms that are words
  ...splitWords(`
  internal-revenue-service internal-revenue social-security social-security-administration medicare medicaid
  white-house state-department us-treasury us-department-of-treasury treasury-department federal-reserve supreme-court
  us-supreme-court us-congress us-senate house-of-representatives the-pentagon us-army us-navy us-air-force
  us-marines us-coast-guard national-guard secret-service us-secret-service homeland-security border-patrol
  us-customs us-immigration us-passport us-embassy us-consulate us-courts us-marshals us-mint us-postal-service
  postal-inspection-service veterans-affairs veterans-administration census-bureau us-census national-archives
  library-of-congress national-park-service national-weather-service selective-service attorney-general us-attorney
  district-attorney justice-department department-of-justice department-of-state department-of-defense
  department-of-labor department-of-energy department-of-education department-of-transportation
  department-of-homeland-security department-of-commerce department-of-agriculture department-of-the-treasury
  department-of-veterans-affairs department-of-health department-of-motor-vehicles federal-trade-commission
  federal-communications-commission federal-bureau-of-investigation central-intelligence-agency
  national-security-agency drug-enforcement-administration securities-and-exchange-commission
  food-and-drug-administration environmental-protection-agency federal-aviation-administration
  consumer-financial-protection-bureau small-business-administration citizenship-and-immigration-services
  transportation-security-administration fannie-mae freddie-mac student-aid-gov studentaid healthcare-gov
  login-gov usa-gov grants-gov sec-gov ice-gov dot-gov doe-gov hud-gov va-gov snap-ebt ebt-card`),
  // United Kingdom and Ireland
  ...splitWords(`
  hmrc dvla dvsa dwp nhs gchq mi5 mi6 ofcom ofgem ofsted ofwat defra ukvi hmcts hmpps govuk
  hm-revenue-and-customs hm-treasury hm-passport-office companies-house land-registry cabinet-office foreign-office
  downing-street 10-downing-street scotland-yard metropolitan-police crown-prosecution-service universal-credit
  national-insurance tv-licensing tv-licence environment-agency student-loans-company bank-of-england uk-parliament
  uk-government british-army royal-navy royal-air-force driver-and-vehicle-licensing-agency uk-visas-and-immigration
  revenue-ie welfare-ie hse-ie an-garda-siochana oireachtas`),
  // European Union
  ...splitWords(`
  european-commission european-parliament european-council european-union european-central-bank europol eurojust
  frontex enisa eurostat euratom eu-commission europa-eu`),
  // Germany, Austria, Switzerland
  ...splitWords(`
  bundestag bundesrat bundesregierung bundeskanzleramt bundeswehr bundesbank bundespolizei bundeskriminalamt
  finanzamt elster-online zoll-online bafin arbeitsagentur bundesagentur-fuer-arbeit rentenversicherung
  auswaertiges-amt verfassungsschutz kraftfahrt-bundesamt finanzonline bundesverwaltung admin-ch`),
  // France, Belgium, Netherlands
  ...splitWords(`
  impots impots-gouv ameli-fr urssaf pole-emploi france-travail gouvernement elysee gendarmerie service-public-fr
  france-connect antai assemblee-nationale assurance-maladie dgfip caf-fr carte-vitale fod-financien
  belastingdienst digid mijnoverheid rijksoverheid`),
  // Spain, Portugal, Italy, Latin America
  ...splitWords(`
  agencia-tributaria aeat seguridad-social guardia-civil policia-nacional moncloa autoridade-tributaria
  portal-das-financas agenzia-delle-entrate agenzia-entrate inps inail guardia-di-finanza carabinieri quirinale
  receita-federal gov-br inss detran gob-mx sat-gob imss`),
  // Nordic and Eastern Europe
  ...splitWords(`
  skatteverket forsakringskassan polisen skatteetaten altinn skattestyrelsen borger-dk mitid vero-fi suomi-fi epuap
  gosuslugi`),
  // Canada, Australia, New Zealand, Asia, Africa
  ...splitWords(`
  canada-revenue-agency service-canada rcmp csis ircc cbsa cra-arc canada-gov mygov centrelink services-australia
  austrac ato-gov inland-revenue uidai aadhaar epfo income-tax-department incometaxindia digilocker singpass
  sars-gov south-african-revenue-service`),
  // International bodies, and general terms
  ...splitWords(`
  government federal-government us-government police police-department state-police interpol united-nations unicef
  unesco unhcr nato iaea oecd world-bank world-health-organization who-int international-monetary-fund
  ministry-of-finance ministry-of-health ministry-of-justice ministry-of-defence ministry-of-interior tax-office
  tax-authority revenue-service passport-office immigration-office election-commission electoral-commission`),
];
