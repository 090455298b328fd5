// Lets Node run TypeScript sources without a build. Node removes the types. This hook resolves `./file` to `./file.ts`.
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, nextResolve) {
    const isOurs = specifier.startsWith('.') && !context.parentURL?.includes('/node_modules/');
    return nextResolve(isOurs && !/\.\w+$/.test(specifier) ? `${specifier}.ts` : specifier, context);
  },
});
