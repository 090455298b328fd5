// The names are chosen by hand from: the routes of this service (specification 1.3); RFC 2142 (mailbox names); the IANA
// registry of well-known URIs (RFC 8615); RFC 6761 (localhost); RFC 9309 (robots.txt); sitemaps.org; the paths that
// scanners request of every host.
import { splitWords } from './words';

/**
 * Names that a service needs itself. They are reserved as the whole alias only: `login` is reserved, `login-party` is
 * free.
 */
export const SYSTEM: readonly string[] = splitWords(`
api apis openapi swagger swagger-ui graphql rest-api rpc webhook webhooks callback callbacks sdk cli
docs documentation developer developers changelog api-docs api-key api-keys api-token
shorten shortener short-url short-link shortlinks redirect redirects redirector analytics statistics stats
usage quota batch unlock console dashboard
admin admins administrator administration admin-panel adminer sysadmin sysop superadmin superuser root sudo operator
operators moderator moderators system cpanel whm control-panel
login logon logout logoff signin signout signup register registration
auth authentication authorize authorization oauth oauth2 openid openid-connect oidc sso saml mfa totp captcha
account accounts profile user users username settings setting preferences config configuration
password passwords forgot-password credential credentials secrets token tokens session sessions csrf
support help help-center helpdesk faq contact about pricing terms terms-of-service tos privacy privacy-policy legal
dmca gdpr imprint impressum cookie-policy abuse report-abuse status
health healthz healthcheck livez readyz ping metrics monitoring debug
error errors not-found unauthorized maintenance version versions
robots robots-txt favicon favicon-ico sitemap sitemap-xml manifest manifest-json humans-txt security security-txt
well-known apple-touch-icon crossdomain-xml browserconfig ads-txt app-ads-txt service-worker
static assets cdn scripts public internal backend frontend staging preprod uploads
www www2 web webmail webmaster mail email smtp imap pop3 ftp sftp ssh ssl tls dns ns1 ns2 whois proxy
server servers server-status localhost hostmaster postmaster noc usenet uucp noreply do-not-reply
mailer-daemon daemon
billing checkout payment payments invoice invoices subscription subscriptions unsubscribe
null undefined constructor hasownproperty tostring
index index-html index-php wp-admin wp-login wp-content wp-includes wp-json xmlrpc xmlrpc-php phpmyadmin phpinfo
cgi-bin actuator dotenv git-config
`);
