import { findCycles } from './find-cycles.ts'
import { placeOf } from './place.ts'

/**
 * The folders inside a folder, and the files beside them, are its rooms. No rooms import each other in a circle, directly or through
 * others, so that the structure can be drawn with every arrow pointing down. Tests are left out; the console has a stricter rule.
 */
export function checkRooms(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const folders = new Map<string, Map<string, string[]>>()
  for (const [from, targets] of graph) {
    if (placeOf(from).test || placeOf(from).area === 'console') continue
    for (const target of targets) {
      if (placeOf(target).test) continue
      const [folder, here, there] = fork(from, target)
      const rooms = folders.get(folder) ?? new Map<string, string[]>()
      folders.set(folder, rooms.set(here, [...(rooms.get(here) ?? []), there]))
    }
  }
  return [...folders].flatMap(([folder, rooms]) =>
    findCycles(rooms).map((cycle) => `rooms of ${folder} import each other: ${cycle.join(' ↔ ')}`),
  )
}

/** Where the ways to two files part: the folder they share, and the room of each in it. */
function fork(from: string, to: string): [folder: string, here: string, there: string] {
  const here = from.split('/')
  const there = to.split('/')
  const shared = here.findIndex((part, index) => part !== there[index])
  return [here.slice(0, shared).join('/'), here[shared] ?? '', there[shared] ?? '']
}
