/** The jurisdiction in which the Durable Objects of a deployment are stored. */
export type Locality = { readonly JURISDICTION?: string };

/**
 * Refuses an unknown jurisdiction before a worker starts. In another jurisdiction every name has another, empty object.
 * @throws Error naming the variable
 */
export function checkJurisdiction({ JURISDICTION: text = '' }: Locality): void {
  if (text !== '' && text !== 'eu')
    throw new Error('Configuration: JURISDICTION must be "eu", or empty for anywhere (docs/operating/deploying.md)');
}
