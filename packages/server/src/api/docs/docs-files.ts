import { existsSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

export const docsRoot = fileURLToPath(new URL('../../../../../', import.meta.url))
/** Pages that lie beside what they describe. */
const elsewhere = [
  'packages/sdk/README.md',
  'sdks/python/README.md',
  'sdks/java/README.md',
  'packages/simulator/README.md',
  'examples/README.md',
  'deploy/README.md',
  'SECURITY.md',
]

/** The Markdown file of a documentation path, or undefined; never one that is not documentation. */
export function fileOf(path: string): string | undefined {
  const clean = normalize(path === '' ? 'README' : path).replace(/^\/|\/$|\.md$/g, '')
  if (!/^[a-z0-9/_-]+$/i.test(clean)) return undefined
  const candidates = [`docs/${clean}.md`, `docs/${clean}/README.md`, `${clean}.md`, `${clean}/README.md`]
  return candidates.find(
    (file) => (file.startsWith('docs/') || elsewhere.includes(file)) && existsSync(join(docsRoot, file)),
  )
}

/** The address of the page of a file in the repository, or undefined. */
export function pageOf(file: string): string | undefined {
  if (file === 'docs/reference/openapi.json') return '/docs/reference/openapi.json'
  if (!file.endsWith('.md')) return pageOfFolder(file)
  if (!file.startsWith('docs/') && !elsewhere.includes(file)) return undefined
  const path = file.replace(/^docs\//, '').replace(/(^|\/)?README\.md$|\.md$/, '')
  return existsSync(join(docsRoot, file)) ? (path === '' ? '/docs' : `/docs/${path}`) : undefined
}

function pageOfFolder(folder: string): string | undefined {
  const file = `${folder.replace(/\/$/, '')}/README.md`
  return existsSync(join(docsRoot, file)) ? pageOf(file) : undefined
}
