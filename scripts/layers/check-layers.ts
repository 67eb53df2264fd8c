import { anything, environment, keepers, packages, programs, pure, reserved, server } from '../layers.rules.ts'
import { checkConsoleFolders, checkConsoleImport } from './check-console.ts'
import { checkRooms } from './check-rooms.ts'
import { checkTopicImport, checkTopicPlace } from './check-topics.ts'
import { checkTransactions } from './check-transactions.ts'
import { findCycles } from './find-cycles.ts'
import { type Place, placeOf, resolveRelative } from './place.ts'
import { scanImports } from './scan-imports.ts'

/** Path from the root of the repository (with `/`) → text. */
export type Sources = ReadonlyMap<string, string>
/** Import name (`@mkt/contract/app`) → path of the file it stands for, as the packages' `exports` say. */
export type Exports = ReadonlyMap<string, string>

interface Import {
  from: string
  line: number
  module: string
  place: Place
}

const allows = (list: string[], name: string) => list.includes('*') || list.includes(name)

function checkPackage({ module, place }: Import, exports: Exports): string | undefined {
  const [, name = '', ...inside] = module.split('/')
  if (anything.includes(place.area) || place.test) return undefined
  if (name === place.area) return `imports its own package by name; use a relative path`
  if (programs.includes(name)) return `imports ${module}: ${name} is run as a process, never imported`
  const allowed = packages[place.area]
  if (allowed === undefined) return `stands in "${place.area}", which scripts/layers.rules.ts does not know`
  const precise = [name, ...inside].join('/')
  if (!allows(allowed, name) && !allows(allowed, precise)) return `${place.area} may not import ${module}`
  return exports.has(module) ? undefined : `imports ${module}, which that package does not export`
}

function checkRelative({ from, module, place }: Import): string | undefined {
  const target = resolveRelative(from, module)
  const there = placeOf(target)
  if (anything.includes(place.area)) return undefined
  if (there.area !== place.area) {
    return place.test ? undefined : `reaches into ${there.area} (${target}); import the package by its name`
  }
  if (place.area === 'console') return checkConsoleImport(from, target)
  if (place.test) return undefined
  if (place.area === 'contract' && place.division === there.division) return checkTopicImport(place, there, target)
  if (place.layer === undefined || there.layer === undefined) return undefined
  if (there.layer === place.layer) return checkTopicImport(place, there, target)
  if (there.layer === 'testing') return `imports ${target}, which is for tests`
  const allowed = server[place.layer]
  if (allowed === undefined) return `stands in "${place.layer}", a layer scripts/layers.rules.ts does not know`
  return allows(allowed, there.layer) ? undefined : `${place.layer} may not import ${there.layer} (${target})`
}

function checkModule({ module, place }: Import): string | undefined {
  if (place.test || anything.includes(place.area)) return undefined
  const rule = pure[place.area]
  if (rule !== undefined && !rule.allow.test(module)) return `${place.area} is pure and may not import ${module}`
  const layer = place.layer
  if (layer === undefined) return undefined
  const kept = keepers.find(
    (keeper) =>
      keeper.module.test(module) &&
      (keeper.only.includes(`!${layer}`) ||
        !(keeper.only.includes(layer) || keeper.only.some((name) => name.startsWith('!')))),
  )
  return kept && `may not import ${module}: ${kept.why}`
}

function checkWords(from: string, place: Place, text: string): string[] {
  if (place.layer === undefined || place.test) return []
  const inside = from.slice('packages/server/src/'.length)
  return reserved
    .filter(({ only, pattern }) => !only.some((name) => inside.startsWith(name)) && pattern.test(text))
    .map(({ what }) => what)
}

/** Every violation of the rule file, one line each. No file at all is a violation: a check that reads nothing passes everything. */
export function checkLayers(sources: Sources, exports: Exports): string[] {
  if (sources.size === 0) return ['no source file was read']
  const violations: string[] = []
  const graph = new Map<string, string[]>()
  const entries = new Set(exports.values())
  for (const [from, text] of sources) {
    const place = placeOf(from)
    const scan = scanImports(text)
    const edges: string[] = []
    for (const { module, line } of scan.imports) {
      const one = { from, line, module, place }
      const relative = module.startsWith('.')
      const ours = module.startsWith('@mkt/')
      const problem = relative ? checkRelative(one) : ours ? checkPackage(one, exports) : checkModule(one)
      if (problem !== undefined) violations.push(`${from}:${line} ${problem}`)
      const target = relative ? resolveRelative(from, module) : exports.get(module)
      if (target !== undefined && sources.has(target)) edges.push(target)
    }
    graph.set(from, edges)
    if (scan.barrel && !entries.has(from) && place.area in packages) {
      violations.push(`${from} only re-exports: import from the file that has the thing`)
    }
    const misplaced = checkTopicPlace(place)
    if (misplaced !== undefined) violations.push(`${from} ${misplaced}`)
    for (const what of checkWords(from, place, text)) violations.push(`${from} ${what}`)
    if (place.layer !== undefined && !place.test)
      for (const what of checkTransactions(text)) violations.push(`${from} ${what}`)
    if (scan.readsEnvironment && place.layer !== undefined && !place.test && !environment.includes(place.layer)) {
      violations.push(`${from} reads process.env: config.ts alone reads the environment`)
    }
  }
  const cycles = findCycles(graph).map((cycle) => `import cycle: ${cycle.join(' ↔ ')}`)
  // Files that import each other make rooms of them do so too: one message is enough.
  return [...violations, ...(cycles.length > 0 ? cycles : checkRooms(graph)), ...checkConsoleFolders(graph)]
}
