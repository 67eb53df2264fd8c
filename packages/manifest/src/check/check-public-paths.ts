import type { Path } from '../json/pointer.ts'
import { limits } from '../manifest.ts'
import { beginningsOf, publicPathsOf, withoutTrailingSlash } from '../public-path.ts'
import { isPath, isReservedPath } from './check-paths.ts'
import type { DeclaredPaths } from './declared-paths.ts'
import { type CheckContext, kindOf, shortListOf } from './report.ts'

/** Checks `platform.public`: what third parties may call without the caller secret. */
export function checkPublicPaths(context: CheckContext, path: Path, value: unknown, declared: DeclaredPaths): void {
  const entries = shortListOf(context, path, value, limits.publicPaths, 'public.count')
  const openedBy = integrationsBelow(entries, declared)
  for (const [index, entry] of entries.entries()) {
    const at = [...path, index]
    if (typeof entry !== 'string') {
      context.report('public.path.invalid', at, `A public path is a text, not ${kindOf(entry)}.`)
      continue
    }
    if (entry === '/*' || entry === '*') {
      context.report('public.path.too-wide', at, `${entry} would open every path.`)
      continue
    }
    const exact = entry.endsWith('/*') ? entry.slice(0, -2) : entry
    if (!isPath(exact)) {
      context.report(
        'public.path.invalid',
        at,
        `${JSON.stringify(entry)} is neither a plain path nor one that ends in /*.`,
      )
      continue
    }
    if (isReservedPath(exact)) {
      context.report('integration.path.reserved', at, `${entry} is a path that the platform itself uses.`)
      continue
    }
    const plain = withoutTrailingSlash(entry)
    const opened = openedBy.get(entry) ?? (declared.byPath.has(plain) ? plain : undefined)
    if (opened !== undefined) {
      context.report('public.path.integration', at, `${entry} would open the integration path ${opened}.`)
    }
  }
}

/** An integration path below each entry `/x/*` that opens one. */
function integrationsBelow(entries: readonly unknown[], declared: DeclaredPaths): ReadonlyMap<string, string> {
  const paths = publicPathsOf(entries.filter((entry) => typeof entry === 'string'))
  const found = new Map<string, string>()
  for (const path of declared.byPath.keys()) {
    for (const beginning of beginningsOf(paths, path)) {
      const entry = `${beginning}*`
      if (!found.has(entry)) found.set(entry, path)
    }
  }
  return found
}
