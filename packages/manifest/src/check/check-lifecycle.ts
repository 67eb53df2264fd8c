import { didYouMean } from '../closest-word.ts'
import type { Path } from '../json/pointer.ts'
import { isObject } from '../json/text.ts'
import { hookNames, limits } from '../manifest.ts'
import { withoutTrailingSlash } from '../public-path.ts'
import { checkPath } from './check-paths.ts'
import type { DeclaredPaths } from './declared-paths.ts'
import { type CheckContext, kindOf, reportUnknown, shortListOf } from './report.ts'

/** Checks the lifecycle hooks and notes their paths. */
export function checkLifecycle(context: CheckContext, path: Path, value: unknown, paths: DeclaredPaths): void {
  const seen = new Set<unknown>()
  const hooks = shortListOf(context, path, value, limits.lifecycle, 'lifecycle.count')
  for (const [index, entry] of hooks.entries()) {
    const at = [...path, index]
    const hook = isObject(entry) ? entry.hook : entry
    if (!hookNames.some((name) => name === hook)) {
      const shown = typeof hook === 'string' ? JSON.stringify(hook) : kindOf(hook)
      context.report(
        'lifecycle.hook.unknown',
        isObject(entry) ? [...at, 'hook'] : at,
        `${shown} is not a lifecycle hook.${didYouMean(hook, hookNames)}`,
      )
    } else if (seen.has(hook)) {
      context.report('lifecycle.hook.duplicate', at, `The hook ${String(hook)} is declared twice.`)
    }
    seen.add(hook)
    if (!isObject(entry)) continue
    reportUnknown(context, at, entry, ['hook', 'path'])
    const declared = checkPath(context, [...at, 'path'], entry.path)
    const plain = declared === undefined ? undefined : withoutTrailingSlash(declared)
    if (plain !== undefined && !paths.byPath.has(plain)) paths.byPath.set(plain, 'hook')
  }
}
