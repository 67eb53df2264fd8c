// The architecture as rules. `scripts/layers.ts` reads every import of every source file, types included, and holds it
// against this table; ARCHITECTURE.md draws the same picture. A change of the architecture begins here.

/** Packages of this repository a package may import. Everything may import itself; node: and npm packages are free. */
export const packages: Record<string, string[]> = {
  manifest: [],
  pages: [],
  contract: ['manifest'],
  oci: ['manifest', 'contract'],
  engines: ['manifest', 'contract', 'oci'],
  // What applications install has no dependencies and sees nothing but the wire between platform and application.
  sdk: ['contract/app'],
  server: ['manifest', 'contract', 'oci', 'engines', 'pages'],
  console: ['manifest', 'contract'],
  cli: ['manifest', 'contract', 'oci', 'engines', 'pages'],
  simulator: ['manifest', 'contract', 'pages'],
  // An application is written by somebody else: it has the SDK, or nothing.
  examples: ['sdk', 'contract/app', 'manifest'],
}

/** Run as processes. Only tests and the folders in `anything` import them. */
export const programs = ['server', 'console', 'cli', 'simulator']

/** Folders outside the packages that may import every package, its inside included. */
export const anything = ['e2e', 'bench', 'scripts']

/** Packages without I/O: no file, network, process, clock of the machine; they run in the browser too. */
export const pure: Record<string, { allow: RegExp }> = {
  manifest: { allow: /^re2js$/ },
  contract: { allow: /^(zod|re2js)$/ },
  sdk: { allow: /^node:(http|crypto|buffer|stream|url|async_hooks|events|timers|timers\/promises|net)$/ },
}

/** Inside the server: folder → folders it may import (its own always). Files at the root of `src` are listed by name. */
export const server: Record<string, string[]> = {
  lib: [],
  domain: ['lib'],
  store: ['lib', 'domain'],
  outbound: ['lib', 'domain'],
  actions: ['lib', 'domain', 'store', 'outbound'],
  api: ['lib', 'domain', 'store', 'outbound', 'actions'],
  gateway: ['lib', 'domain', 'store', 'outbound', 'actions'],
  state: ['lib', 'domain', 'store', 'outbound', 'actions'],
  relay: ['lib', 'domain', 'store', 'outbound', 'actions'],
  tunnel: ['lib', 'domain', 'store', 'outbound', 'actions'],
  registry: ['lib', 'domain', 'store', 'outbound', 'actions'],
  scim: ['lib', 'domain', 'store', 'outbound', 'actions'],
  workers: ['lib', 'domain', 'store', 'outbound', 'actions'],
  // The world of a laptop start: embedded database, simulator, first accounts, demo.
  laptop: ['lib', 'domain', 'store', 'outbound', 'actions', 'config.ts'],
  // The variables of the environment, by what they are about.
  config: ['lib'],
  'config.ts': ['lib', 'config'],
  // The configuration, and what a start adds to it.
  'app-config.ts': ['config.ts'],
  // Several processes that share the ports of gateway and state interface, as the main process keeps them.
  front: ['lib', 'store', 'app-config.ts'],
  // The program of such a process, and what is left to the main one.
  'front-process.ts': ['*'],
  'open-front.ts': ['*'],
  'app.ts': ['*'],
  // The pieces that app.ts puts together: what every role needs, and each role.
  wiring: ['*'],
  // The commands of `mkt-admin`.
  admin: ['*'],
  'mkt-admin.ts': ['*'],
  'start-failure.ts': ['lib'],
  // What happens with an error that nothing caught.
  'last-resort.ts': ['lib'],
  'watch-process.ts': ['lib', 'last-resort.ts'],
  'main.ts': ['*'],
  testing: ['*'],
}

/**
 * The rooms inside the layers below, in import order: the table of contents of the server. Inside one layer a topic
 * imports itself and those before it. Every file of these layers stands in a topic, in the layer's plumbing (which may
 * import only itself and other plumbing before it), or is named as the layer's index.
 */
export const topics = [
  'platform',
  'accounts',
  'identity',
  'listing',
  'image',
  'material',
  'release',
  'deployment',
  'tenant',
  'installation',
  'route',
  'registration',
  'traffic',
  'delivery',
  'call',
  'field',
  'relay',
  'activity',
  'trace',
  'pricing',
  'trial',
  'promotion',
  'erasure',
  'moderation',
  'trust',
  'alert',
  'overview',
  'backup',
]

/**
 * What is divided into topics, layers of the server and the operations of the contract: the plumbing in import order, and
 * the files that join all topics.
 */
export const divided: Record<string, { plumbing: string[]; index: string[] }> = {
  'contract/api': {
    plumbing: ['operation'],
    index: [
      'index.ts',
      'operations.ts',
      'operations.test.ts',
      'access.ts',
      'decide-access.ts',
      'decide-access.test.ts',
      'refusals.ts',
      'audit-actions.ts',
      'live-topics.ts',
    ],
  },
  domain: { plumbing: [], index: [] },
  store: { plumbing: ['database'], index: [] },
  actions: { plumbing: [], index: [] },
  api: { plumbing: ['http', 'docs'], index: ['routes.ts'] },
}

/**
 * Inside the console: folder or file of `src` → what it may import (its own folder always). Design parts know only words that
 * belong to no thing of the platform. Areas of `pages` never import each other, and no two folders import each other.
 */
export const consoleLayers: Record<string, string[]> = {
  lib: [],
  texts: ['lib'],
  ui: ['lib', 'texts/common.ts'],
  queries: ['lib', 'texts', 'ui'],
  forms: ['lib', 'texts', 'ui', 'queries'],
  // What several areas show, by topic.
  parts: ['lib', 'texts', 'ui', 'queries', 'forms'],
  pages: ['lib', 'texts', 'ui', 'queries', 'forms', 'parts'],
  // The frame around every page: navigation, notifications, the state of the connection.
  shell: ['lib', 'texts', 'ui', 'queries', 'forms', 'parts'],
  // Addresses: which page stands where, and what it reads before it is shown.
  routes: ['lib', 'texts', 'queries', 'pages', 'shell'],
  'router.ts': ['shell', 'routes'],
  'app.tsx': ['lib', 'ui', 'queries', 'router.ts'],
  'main.tsx': ['lib', 'ui', 'app.tsx'],
}

/** Files of the console only these layers may import, with the reason. */
export const consoleKeepers: { file: string; only: string[]; why: string }[] = [
  { file: 'queries/client/api.ts', only: ['queries'], why: 'reads and mutations are hooks and options in queries' },
]

/** Modules only these folders and files of the server may import, so that SQL, network and environment stay in one place. */
export const keepers: { module: RegExp; only: string[]; why: string }[] = [
  {
    module: /^(pg|kysely)(\/|$)/,
    only: ['store', 'laptop', 'app.ts', 'main.ts', 'testing'],
    why: 'the store is the only SQL',
  },
  {
    module: /^node:(fs|http|https|net|dns|os|child_process|worker_threads)(\/|$)/,
    only: ['!domain'],
    why: 'the domain decides without I/O',
  },
]

/** Words in the text of the server's sources that only these folders and files (below `src`) may have. */
export const reserved: { pattern: RegExp; only: string[]; what: string }[] = [
  {
    pattern: /\.(selectFrom|insertInto|updateTable|deleteFrom|executeTakeFirst|executeQuery)\b|\bsql(<[^`\n]*>)?`/,
    only: ['store/', 'laptop/'],
    what: 'queries the database: the store is the only SQL',
  },
  {
    pattern: /\b(publishChanges|insertAudit|markEffect|takeEffect)\(|\bchanges\.tell\b/,
    only: ['store/', 'actions/platform/change.ts', 'actions/platform/take-effect.ts'],
    what: 'audits, publishes or tells by itself: `change` does that for every unit of work',
  },
  {
    pattern: /\btransaction\(/,
    only: [
      'store/',
      'actions/platform/change.ts',
      'actions/platform/take-effect.ts',
      // Waits for a writer and writes nothing.
      'actions/installation/reconfigure-app.ts',
      // Nobody follows these, and no request asks for them: bytes of images, output of containers, what is registered in tenants.
      'actions/image/collect-blobs.ts',
      'actions/image/finish-upload.ts',
      'actions/deployment/take-in-output.ts',
      'actions/registration/register-installation.ts',
      'actions/registration/unregister-installation.ts',
      'actions/registration/sweep-registrations.ts',
      'registry/blobs.ts',
      'registry/uploads.ts',
      'workers/applications.ts',
    ],
    what: 'opens a transaction: a change to the data is a unit of work, made with `change`',
  },
]

/** What reads `process.env`: config.ts for everybody, main.ts to hand it over, laptop to pass it on to its children. */
export const environment = ['config.ts', 'main.ts', 'mkt-admin.ts', 'laptop', 'testing']
