// Lets Node run these sources without a build. Node strips the types itself; this hook resolves `./file` to
// `./file.ts`.
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, nextResolve) {
    const isOurs = specifier.startsWith('.') && !context.parentURL?.includes('/node_modules/');
    return nextResolve(isOurs && !/\.\w+$/.test(specifier) ? `${specifier}.ts` : specifier, context);
  },
});
