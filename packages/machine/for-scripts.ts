/** The exports that scripts and the build import from the built `machine.mjs`. */
export { configuration, configurationFile, visitConfiguration } from './configuration';
export { runForDevelopment } from './development';
export { Failure } from './failure';
export { reach, run } from './run';
export { SECRET_NAMES } from './secrets';
export { stateFolder } from './state';
export { readWranglerFile } from './wrangler-file';
