/**
 * Stands for @peculiar/x509 in the worker (`[alias]` in wrangler.api.toml). @simplewebauthn/server needs it to judge the
 * certificates of an attestation; we ask for none, and an answer that brings some is refused here. It is a tenth of the
 * whole script otherwise.
 */

class NoCertificates {
  constructor() {
    throw new Error('Attestation certificates are not looked at');
  }
}

export class AuthorityKeyIdentifierExtension extends NoCertificates {}
export class CRLDistributionPointsExtension extends NoCertificates {}
export class SubjectKeyIdentifierExtension extends NoCertificates {}
export class X509Certificate extends NoCertificates {}
export class X509ChainBuilder extends NoCertificates {}
export class X509Crl extends NoCertificates {}
