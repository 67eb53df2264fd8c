import { isCleanTarget, isReservedPath, type SplitPath, splitTarget } from '../domain/route/route-path.ts'
import { ownCopy } from '../lib/process/own-copy.ts'

export type Split = SplitPath & { reserved: boolean }

const MAX = 5_000
const LONGEST = 300
const ROUTE_ID = /^[a-z0-9][a-z0-9-]{0,62}$/

interface Path {
  clean: boolean
  reserved: boolean
}

/**
 * Divides a target as `splitTarget` does. Applications have few paths, however many routes lead to them: each path is looked into once and
 * remembered without its route, so that many routes cost no more than one.
 */
export function createPlaces(): (target: string) => Split {
  const paths = new Map<string, Path>()

  function pathOf(path: string): Path {
    const known = paths.get(path)
    if (known !== undefined) return known
    const judged = { clean: isCleanTarget(path), reserved: isReservedPath(path) }
    if (paths.size >= MAX) paths.clear()
    if (path.length <= LONGEST) paths.set(ownCopy(path), judged)
    return judged
  }

  return (target) => {
    const mark = target.indexOf('?')
    const end = mark < 0 ? target.length : mark
    const slash = target.indexOf('/', 1)
    const cut = slash < 0 || slash > end ? end : slash
    const routeId = target.slice(1, cut)
    const path = cut === end ? '/' : target.slice(cut, end)
    const query = mark < 0 ? '' : target.slice(mark)
    const { clean, reserved } = pathOf(path)
    const plain = clean && target.startsWith('/') && ROUTE_ID.test(routeId) && (mark < 0 || isCleanTarget(`/${query}`))
    if (plain) return { ok: true, routeId, path, query, reserved }
    // Not the usual shape: what is wrong with it is said by the rule itself.
    const split = splitTarget(target)
    return { ...split, reserved: split.ok && isReservedPath(split.path) }
  }
}
