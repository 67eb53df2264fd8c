import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What a suite leans on beyond Node, and what its programs are called in Debian. */
export interface Suite {
  name: string
  /** Programs that must be there, with the Debian package that brings each. */
  programs: Record<string, string>
  /** Programs that widen what is tested, or make it faster, where they can be had. */
  helpful?: Record<string, string>
  /** Needs a container daemon: the one that answers, or a private one. */
  docker?: true
  /** Set by hand: not part of a plain `npm test`. */
  onRequest?: true
  /** Variables that say where to find what no `npm test` can start: a cluster. */
  variables?: string[]
  /** Needs root or user namespaces; said when it is skipped. */
  linux?: true
  /** One file after another: its files share a daemon or a bridge. */
  alone?: true
  /** Files at a time, where more than two pay: they wait for the programs that they start. */
  atOnce?: number
}

const containers = { dockerd: 'docker.io', iptables: 'iptables' }

export const suites: Suite[] = [
  { name: 'unit', programs: {} },
  { name: 'dom', programs: {} },
  {
    name: 'browser',
    programs: { chromium: 'chromium', unshare: 'util-linux', slirp4netns: 'slirp4netns' },
    helpful: { 'chromium-headless-shell': 'chromium-headless-shell' },
  },
  { name: 'process', programs: {}, helpful: { promtool: 'prometheus', python3: 'python3' }, atOnce: 3 },
  { name: 'db', programs: {} },
  {
    name: 'postgres',
    programs: {
      pg_dump: 'postgresql-client',
      pg_createcluster: 'postgresql',
      pgbouncer: 'pgbouncer',
      unshare: 'util-linux',
    },
    linux: true,
    alone: true,
  },
  {
    name: 'sandbox',
    programs: {
      unshare: 'util-linux',
      slirp4netns: 'slirp4netns',
      newuidmap: 'uidmap',
      python3: 'python3',
      go: 'golang-go',
      jlink: 'default-jdk-headless',
    },
    helpful: { pasta: 'passt' },
    linux: true,
    alone: true,
  },
  {
    name: 'docker',
    programs: { ...containers, docker: 'docker.io' },
    helpful: { 'docker-compose': 'docker-compose' },
    docker: true,
    linux: true,
    alone: true,
  },
  {
    name: 'clients',
    programs: {
      ...containers,
      skopeo: 'skopeo',
      podman: 'podman',
      buildah: 'buildah',
      runc: 'runc',
      newuidmap: 'uidmap',
    },
    docker: true,
    linux: true,
    alone: true,
  },
  { name: 'kubernetes', programs: {}, variables: ['KUBECONFIG'], onRequest: true, alone: true },
  { name: 'storage', programs: {}, variables: ['MKT_TEST_S3'], onRequest: true },
]

/**
 * Suites of one lane run one after another, lanes side by side: most suites wait for what they start, so that three of them
 * keep two cores busy. Those of containers share a daemon. They follow the browser's, since a browser drops its connections
 * whenever a network of its machine comes or goes.
 */
const lanes = [
  ['browser', 'docker', 'clients', 'kubernetes', 'db'],
  ['postgres', 'process'],
  ['unit', 'dom', 'sandbox', 'storage'],
]

export function lanesOf(chosen: readonly Suite[], cores: number): Suite[][] {
  if (cores < 2) return [[...chosen]]
  const taken = lanes.map((names) => names.flatMap((name) => chosen.find((suite) => suite.name === name) ?? []))
  return taken.filter((lane) => lane.length > 0)
}

/** What a lane runs next: a suite of its own, or, where none is left, the last of another lane that may run beside any. */
export function takeSuite(all: readonly Suite[][], own: Suite[]): Suite | undefined {
  return own.shift() ?? all.find((lane) => lane.at(-1)?.alone === undefined && lane.length > 0)?.pop()
}

/** The suite of a test file, by its suffix. */
export function suiteOf(file: string): string {
  const suffix = /\.([a-z]+)\.test\.tsx?$/.exec(file)?.[1]
  if (suffix === 'journey') return 'browser'
  return suites.some((suite) => suite.name === suffix) && suffix !== undefined ? suffix : 'unit'
}

export function testsBelow(path: string, root: string): string[] {
  if (statSync(join(root, path)).isFile()) return [path]
  return globSync(`${path === '' ? '.' : path}/**/*.test.{ts,tsx}`, { cwd: root, exclude: ['**/node_modules/**'] })
}
