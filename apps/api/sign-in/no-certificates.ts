/**
 * Replaces @peculiar/x509, which would be a tenth of the worker (`[alias]` in wrangler.api.toml). The WebAuthn
 * library uses that package to check the certificates of an attestation. The console requests no attestation, and these
 * classes refuse a response that has certificates.
 */

class NoCertificates {
  constructor() {
    throw new Error('Attestation certificates are not supported');
  }
}

export class AuthorityKeyIdentifierExtension extends NoCertificates {}
export class CRLDistributionPointsExtension extends NoCertificates {}
export class SubjectKeyIdentifierExtension extends NoCertificates {}
export class X509Certificate extends NoCertificates {}
export class X509ChainBuilder extends NoCertificates {}
export class X509Crl extends NoCertificates {}
