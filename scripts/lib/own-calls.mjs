// Our own calls come over plain http, from the machine itself, and stand in for a proxy that has taken them over https.

/** What such a proxy adds to a request; a worker with REQUIRE_HTTPS = "off" does not look at it. */
export const AS_PROXY = { 'X-Forwarded-Proto': 'https' };
