/**
 * Replaces @peculiar/x509 in the worker (`[alias]` in wrangler.api.toml), which would be a tenth of the whole script.
 * @simplewebauthn/server uses it to check the certificates of an attestation. The console asks for no attestation, and
 * these classes refuse a response that has certificates all the same.
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
