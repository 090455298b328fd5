/**
 * Starts Swagger UI. The page has no field for a key, no choice of a server and no requests to endpoints, because keys
 * are secrets and do not belong in browsers.
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
