import type { Path } from '../json/pointer.ts'
import { covers } from '../public-path.ts'
import { isPath, isReservedPath } from './check-paths.ts'
import type { DeclaredPaths } from './declared-paths.ts'
import { type CheckContext, kindOf, listOf } from './report.ts'

/** Checks `platform.public`: what third parties may call without the caller secret. */
export function checkPublicPaths(context: CheckContext, path: Path, value: unknown, declared: DeclaredPaths): void {
  for (const [index, entry] of listOf(context, path, value).entries()) {
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
    const opened = [...declared.byPath.keys()].find((each) => covers(entry, each))
    if (opened !== undefined) {
      context.report('public.path.integration', at, `${entry} would open the integration path ${opened}.`)
    }
  }
}
