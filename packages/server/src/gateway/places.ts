import { isReservedPath, type SplitPath, splitTarget } from '../domain/route-path.ts'

export type Split = SplitPath & { reserved: boolean }

const MOST = 2_000

/** Policy systems call the same few addresses over and over: each is taken apart once and remembered. */
export function createPlaces(): (target: string) => Split {
  const known = new Map<string, Split>()
  return (target) => {
    const kept = known.get(target)
    if (kept !== undefined) return kept
    const split = splitTarget(target)
    const place = { ...split, reserved: split.ok && isReservedPath(split.path) }
    if (known.size >= MOST) known.clear()
    if (target.length <= 500) known.set(target, place)
    return place
  }
}
