/** Serves the built files of the documentation and the console, as the platform serves the assets of a worker. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Response } from 'miniflare';
import { findContentType } from '../machine/workers/files';

/** A service for the binding ASSETS. @param root the checkout whose `dist` has the files */
export const builtFiles = (root: string) => async (request: { readonly url: string }) => {
  const { pathname } = new URL(request.url);
  const headers = { 'Content-Type': findContentType(pathname) };
  return new Response(await readFile(path.join(root, 'dist/documentation', pathname)), { headers });
};
