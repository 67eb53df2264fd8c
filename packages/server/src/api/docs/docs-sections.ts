import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DocsSection, sectionsOf } from './docs-search.ts'

interface Operation {
  operationId: string
  summary: string
  description?: string
}

/** Everything that can be searched: the pages by their headings, and the operations of the interface. */
export function docsSections(root: string, pageOf: (file: string) => string | undefined, description: object) {
  const files = globSync(['docs/**/*.md', '{packages,sdks,examples,deploy}/**/README.md', 'SECURITY.md'], {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  })
  const pages = files.sort().flatMap((file): DocsSection[] => {
    const href = pageOf(file)
    return href === undefined ? [] : sectionsOf(readFileSync(join(root, file), 'utf8'), href)
  })
  const { paths } = description as { paths: Record<string, Record<string, Operation>> }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, summary, description: text = '' }]) => ({
      href: `/docs/api#${operationId}`,
      page: 'API',
      heading: `${summary} (${method.toUpperCase()} ${path})`,
      text,
    })),
  )
  return [...pages, ...operations]
}
