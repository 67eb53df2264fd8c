import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Package {
  version?: string
  [group: string]: unknown
}

const GROUPS = ['dependencies', 'devDependencies', 'peerDependencies']
/** Texts that name the version of the platform, besides the packages: where, and how. `VERSION` stands for it. */
const mentions: readonly [file: string, ...texts: string[]][] = [
  ['deploy/chart/Chart.yaml', '\nversion: VERSION\n', '\nappVersion: VERSION\n'],
  ['deploy/compose.yaml', 'image: mkt:VERSION\n'],
  ['deploy/README.md', 'dist/mkt-VERSION.tar'],
  ['docs/kubernetes.md', 'dist/mkt-VERSION.tar', 'registry.example.com/mkt:VERSION'],
  ['sdks/python/pyproject.toml', '\nversion = "VERSION"\n'],
]

export function versionOf(root: string): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version
}

/** Writes another version everywhere the present one stands. A place that does not name it is a mistake and is told. */
export function setVersion(root: string, to: string): void {
  const from = versionOf(root)
  const edit = (file: string, change: (text: string) => string) => {
    const path = join(root, file)
    writeFileSync(path, change(readFileSync(path, 'utf8')))
  }
  for (const file of globSync(['package.json', '{packages,examples}/*/package.json', '{e2e,bench}/package.json'], {
    cwd: root,
  }))
    edit(file, (text) => jsonOf(raised(JSON.parse(text) as Package, from, to)))
  edit('package-lock.json', (text) => {
    const lock = JSON.parse(text) as Package & { packages: Record<string, Package> }
    const packages = Object.entries(lock.packages).map(([place, one]) => {
      return [place, place.startsWith('node_modules/') ? one : raised(one, from, to)]
    })
    return jsonOf({ ...raised(lock, from, to), packages: Object.fromEntries(packages) })
  })
  for (const [file, ...texts] of mentions)
    edit(file, (text) =>
      texts.reduce((done, each) => {
        const before = each.replace('VERSION', from)
        if (!done.includes(before)) throw new Error(`${file} does not say ${JSON.stringify(before)}`)
        return done.replaceAll(before, each.replace('VERSION', to))
      }, text),
    )
}

const jsonOf = (value: object) => `${JSON.stringify(value, null, 2)}\n`

/** Examples have versions of their own; what they need of the platform follows it. */
function raised<T extends Package>(one: T, from: string, to: string): T {
  const groups = GROUPS.filter((group) => one[group] !== undefined).map((group) => {
    const needed = Object.entries(one[group] as Record<string, string>)
    return [
      group,
      Object.fromEntries(needed.map(([name, at]) => [name, name.startsWith('@mkt/') && at === from ? to : at])),
    ]
  })
  return { ...one, ...(one.version === from && { version: to }), ...Object.fromEntries(groups) }
}
