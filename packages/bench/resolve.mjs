// Lets Node run these sources as they stand: it strips the types by itself, and this finds `./file` in `./file.ts`.
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, nextResolve) {
    const isOurs = specifier.startsWith('.') && !context.parentURL?.includes('/node_modules/');
    return nextResolve(isOurs && !/\.\w+$/.test(specifier) ? `${specifier}.ts` : specifier, context);
  },
});
