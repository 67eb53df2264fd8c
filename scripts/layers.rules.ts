// The architecture as rules. `scripts/layers.ts` reads every import of every source file, types included, and holds it
// against this table; ARCHITECTURE.md draws the same picture. A change of the architecture begins here.

/** Packages of this repository a package may import. Everything may import itself; node: and npm packages are free. */
export const packages: Record<string, string[]> = {
  manifest: [],
  contract: ['manifest'],
  oci: ['manifest', 'contract'],
  engines: ['manifest', 'contract', 'oci'],
  // What applications install has no dependencies and sees nothing but the wire between platform and application.
  sdk: ['contract/app'],
  server: ['manifest', 'contract', 'oci', 'engines'],
  console: ['manifest', 'contract'],
  cli: ['manifest', 'contract', 'oci', 'engines'],
  simulator: ['manifest', 'contract'],
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
  registry: ['lib', 'domain', 'store', 'outbound', 'actions'],
  workers: ['lib', 'domain', 'store', 'outbound', 'actions'],
  // The world of a laptop start: embedded database, simulator, first accounts, demo.
  laptop: ['lib', 'domain', 'store', 'outbound', 'actions', 'config.ts'],
  'config.ts': ['lib'],
  'app.ts': ['*'],
  // What app.ts wires by itself: gateway and deliveries, which share their view of the routes.
  'data-plane.ts': ['*'],
  // Commands of their own, beside starting.
  'create-operator.ts': ['*'],
  'remove-applications.ts': ['*'],
  'start-failure.ts': ['lib'],
  'main.ts': ['*'],
  testing: ['*'],
}

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

/** What reads `process.env`: config.ts for everybody, main.ts to hand it over, laptop to pass it on to its children. */
export const environment = ['config.ts', 'main.ts', 'laptop', 'testing']
