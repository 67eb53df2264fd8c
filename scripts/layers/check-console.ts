import { posix } from 'node:path'
import { consoleKeepers, consoleLayers } from '../layers.rules.ts'
import { findCycles } from './find-cycles.ts'
import { placeOf } from './place.ts'

const home = 'packages/console/src/'

/** The layer of a file of the console (`ui`, `router.ts`), and its area where it is a page. */
function roomOf(path: string): { layer: string; area?: string } {
  const [layer = '', area] = path.slice(home.length).split('/')
  return layer === 'pages' && area !== undefined ? { layer, area } : { layer }
}

/** What is wrong with an import from one file of the console into another; undefined where it is allowed. */
export function checkConsoleImport(from: string, target: string): string | undefined {
  if (!from.startsWith(home) || !target.startsWith(home) || placeOf(from).test) return undefined
  const here = roomOf(from)
  const there = roomOf(target)
  if (placeOf(target).test) return `imports ${target}, which is for tests`
  const allowed = consoleLayers[here.layer]
  if (allowed === undefined) return `stands in "${here.layer}", a layer scripts/layers.rules.ts does not know`
  if (here.layer === there.layer) {
    return here.area === there.area ? undefined : `page area ${here.area} may not import area ${there.area} (${target})`
  }
  const inside = target.slice(home.length)
  const kept = consoleKeepers.find(({ file, only }) => file === inside && !only.includes(here.layer))
  if (kept) return `may not import ${target}: ${kept.why}`
  return allowed.includes(there.layer) || allowed.includes(inside)
    ? undefined
    : `${here.layer} may not import ${there.layer} (${target})`
}

/** Folders of the console that import each other in a circle, tests left out. */
export function checkConsoleFolders(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const folders = new Map<string, string[]>()
  for (const [from, targets] of graph) {
    if (!from.startsWith(home) || placeOf(from).test) continue
    const folder = posix.dirname(from)
    const others = targets.map((target) => posix.dirname(target)).filter((other) => other !== folder)
    folders.set(folder, [...(folders.get(folder) ?? []), ...others])
  }
  return findCycles(folders).map((cycle) => `folders import each other: ${cycle.join(' ↔ ')}`)
}
