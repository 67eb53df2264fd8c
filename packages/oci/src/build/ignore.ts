/** Why a file of the folder is not in the image. */
export type LeftOutReason =
  | 'may hold secrets'
  | 'is no part of the program'
  | 'is what the build writes'
  | '.dockerignore'

/** Never in an image, whatever a `.dockerignore` says. Settings come from the platform, dependencies have a layer of their own. */
const never: readonly [pattern: string, why: LeftOutReason][] = [
  ['**/.env', 'may hold secrets'],
  ['**/.env.*', 'may hold secrets'],
  ['**/.git', 'is no part of the program'],
  ['**/.hg', 'is no part of the program'],
  ['**/.mkt', 'is no part of the program'],
  ['**/node_modules', 'is no part of the program'],
  ['**/__pycache__', 'is no part of the program'],
  ['**/.venv', 'is no part of the program'],
  ['**/*.log', 'is no part of the program'],
  ['**/.DS_Store', 'is no part of the program'],
  ['**/*.test.ts', 'is no part of the program'],
  ['**/*.test.js', 'is no part of the program'],
  ['**/*.test.mjs', 'is no part of the program'],
  ['Dockerfile', 'is no part of the program'],
  ['Containerfile', 'is no part of the program'],
  ['.dockerignore', 'is no part of the program'],
  ['platform-app.json', 'is no part of the program'],
  ['.platform-app.json.deploying', 'is no part of the program'],
]

/** Left out unless a `.dockerignore` takes one back: `!certs/partner-ca.pem`. */
const secrets = [
  '.npmrc',
  '.yarnrc.yml',
  '.netrc',
  '.pypirc',
  '.git-credentials',
  '.aws',
  '.ssh',
  '.gnupg',
  '.kube',
  '.docker',
  '*.pem',
  '*.key',
  '*.p12',
  '*.pfx',
  '*.jks',
  '*.keystore',
  'id_rsa*',
  'id_ed25519*',
  'id_ecdsa*',
].map((name) => `**/${name}`)

/** Says of a path why it is left out, or undefined: by our own list and the lines of a `.dockerignore` (`!` takes a path back in). */
export function createIgnore(dockerignore = ''): (path: string) => LeftOutReason | undefined {
  const lines = dockerignore.split('\n').map((line) => line.trim())
  const own = lines.filter((line) => line !== '' && !line.startsWith('#'))
  const fixed = never.map(([pattern, why]) => ({ pattern: toPattern(pattern), why }))
  const rules = [
    ...secrets.map((name) => ({ keep: false, pattern: toPattern(name), why: 'may hold secrets' as const })),
    ...own.map((line) => ({
      keep: line.startsWith('!'),
      pattern: toPattern(line.replace(/^!/, '')),
      why: '.dockerignore' as const,
    })),
  ]
  return (path) => {
    const found = fixed.find(({ pattern }) => pattern.test(path))
    if (found) return found.why
    let why: LeftOutReason | undefined
    for (const rule of rules) if (rule.pattern.test(path)) why = rule.keep ? undefined : (why ?? rule.why)
    return why
  }
}

/**
 * Says of a folder that is left out whether a `!` line of a `.dockerignore` may take back something below it: after `*` and
 * `!src/**` the folder `src` is left out, and its files are not.
 */
export function createDescend(dockerignore = ''): (folder: string) => boolean {
  const kept = dockerignore
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('!'))
    .map((line) => clean(line.slice(1)).split('/'))
  const fixed = never.map(([pattern]) => toPattern(pattern))
  return (folder) => {
    if (fixed.some((pattern) => pattern.test(folder))) return false
    const names = folder.split('/')
    return kept.some((parts) => {
      const deep = parts.indexOf('**')
      const fits = (name: string, index: number) => toPattern(parts[index] ?? '').test(name)
      if (deep !== -1 && deep < names.length) return names.slice(0, deep).every(fits)
      return parts.length > names.length && names.every(fits)
    })
  }
}

function clean(line: string): string {
  return line.replace(/^\.?\//, '').replace(/\/+$/, '')
}

function toPattern(line: string): RegExp {
  const source = clean(line).replace(/\*\*\/|\*\*|\*|\?|[.+^${}()|[\]\\]/g, (token) => {
    if (token === '**/') return '(?:.*/)?'
    if (token === '**') return '.*'
    if (token === '*') return '[^/]*'
    if (token === '?') return '[^/]'
    return `\\${token}`
  })
  return new RegExp(`^${source}(?:/.*)?$`)
}
