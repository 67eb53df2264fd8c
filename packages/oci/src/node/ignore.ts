/** What never belongs into an application's layer. `.env` files hold secrets; settings come from the platform. */
const always = [
  '**/node_modules',
  '**/.git',
  '**/.mkt',
  '**/.env',
  '**/.env.*',
  '**/*.log',
  '**/.DS_Store',
  '**/*.test.ts',
  '**/*.test.js',
  '**/*.test.mjs',
  'Dockerfile',
  '.dockerignore',
  'platform-app.json',
  '.platform-app.json.deploying',
]

/** Whether a path is left out, by our own list and then the lines of a `.dockerignore` (`!` takes a path back in). */
export function createIgnore(dockerignore = ''): (path: string) => boolean {
  const lines = dockerignore.split('\n').map((line) => line.trim())
  const own = lines.filter((line) => line !== '' && !line.startsWith('#'))
  const fixed = always.map(toPattern)
  const rules = own.map((line) => ({ keep: line.startsWith('!'), pattern: toPattern(line.replace(/^!/, '')) }))
  return (path) => {
    if (fixed.some((pattern) => pattern.test(path))) return true
    let ignored = false
    for (const { keep, pattern } of rules) if (pattern.test(path)) ignored = !keep
    return ignored
  }
}

function toPattern(line: string): RegExp {
  const clean = line.replace(/^\.?\//, '').replace(/\/+$/, '')
  const source = clean.replace(/\*\*\/|\*\*|\*|\?|[.+^${}()|[\]\\]/g, (token) => {
    if (token === '**/') return '(?:.*/)?'
    if (token === '**') return '.*'
    if (token === '*') return '[^/]*'
    if (token === '?') return '[^/]'
    return `\\${token}`
  })
  return new RegExp(`^${source}(?:/.*)?$`)
}
