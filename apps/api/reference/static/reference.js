/**
 * Starts the viewer. Nothing can be tried from here: keys are secrets, and do not belong in browsers. What would ask for
 * one is taken out, and so is the choice of a server, which is this one.
 */
const dark = matchMedia('(prefers-color-scheme: dark)');
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
paint();
dark.addEventListener('change', paint);

const nothing = () => null;
SwaggerUIBundle({
  url: '/openapi.json',
  domNode: document.getElementById('reference'),
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  displayRequestDuration: false,
  supportedSubmitMethods: [],
  validatorUrl: null,
  plugins: [{ components: { authorizeBtn: nothing, authorizeOperationBtn: nothing, ServersContainer: nothing } }],
});
