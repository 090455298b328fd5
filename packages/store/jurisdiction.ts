/** Where the objects of a deployment are kept. */
export type Locality = { readonly JURISDICTION?: string };

/**
 * Refuses a jurisdiction that is none, before a worker starts: objects kept elsewhere would be other objects.
 * @throws Error naming the variable
 */
export function checkJurisdiction({ JURISDICTION: text = '' }: Locality): void {
  if (text !== '' && text !== 'eu')
    throw new Error('Configuration: JURISDICTION must be "eu", or empty for anywhere (docs/adr/0042)');
}
