import { globSync } from 'node:fs'
import { join } from 'node:path'
import { type Generator, generatedBy } from './generator.ts'

const root = join(import.meta.dirname, '../..')

export interface Move {
  from: string | null
  move: string
  to: string | null
}

const isState = (value: unknown): value is string | null => typeof value === 'string' || value === null
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

/**
 * Reads an exported table of moves in either of its shapes: rows `{ move, from, to }` (`from` may be a list), or
 * `{ STATE: { move: 'NEXT' } }`. Anything else is no table of moves and gives undefined.
 */
export function readMoves(value: unknown): Move[] | undefined {
  if (Array.isArray(value)) {
    const moves = value.flatMap((row: Record<string, unknown>) =>
      list(row.from).flatMap((from) => list(row.to).map((to) => ({ from, to, move: row.move ?? row.by ?? row.event }))),
    )
    const sound = moves.every(({ from, to, move }) => isState(from) && isState(to) && typeof move === 'string')
    return sound && moves.length > 0 ? (moves as Move[]) : undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const moves = Object.entries(value).flatMap(([from, row]) =>
    typeof row === 'object' && row !== null
      ? Object.entries(row).flatMap(([move, to]) => list(to).map((next) => ({ from, move, to: next })))
      : [],
  )
  const sound = moves.every(({ to }) => isState(to))
  return sound && moves.length > 0 ? (moves as Move[]) : undefined
}

const shown = (state: string | null) => (state === null || state === 'null' || state === '' ? '[*]' : state)

export function drawMoves(moves: readonly Move[]): string {
  const arrows = new Map<string, string[]>()
  for (const { from, move, to } of moves) {
    const arrow = `${shown(from)} --> ${shown(to)}`
    arrows.set(arrow, [...new Set([...(arrows.get(arrow) ?? []), move])])
  }
  return [
    '```mermaid',
    'stateDiagram-v2',
    ...[...arrows].map(([arrow, names]) => `  ${arrow}: ${names.join(', ')}`),
    '```',
  ].join('\n')
}

/** Every export of a domain file whose name ends in `Moves` is a state machine. */
async function makeStates(): Promise<string> {
  const pictures: string[] = []
  for (const file of globSync('packages/server/src/domain/**/*.ts', { cwd: root }).sort()) {
    if (file.endsWith('.test.ts')) continue
    const module = (await import(join(root, file))) as Record<string, unknown>
    for (const [name, value] of Object.entries(module)) {
      const moves = /moves$/i.test(name) ? readMoves(value) : undefined
      if (moves === undefined) continue
      const title = name
        .replace(/Moves$/, '')
        .replace(/([A-Z])/g, ' $1')
        .toLowerCase()
      pictures.push(
        `## ${title.charAt(0).toUpperCase()}${title.slice(1)}`,
        '',
        `From \`${file}\`.`,
        '',
        drawMoves(moves),
        '',
      )
    }
  }
  return [
    generatedBy,
    '# States',
    '',
    'Drawn from the tables of moves that the server itself decides with.',
    '',
    ...pictures,
  ].join('\n')
}

export const generators: Generator[] = [{ file: 'docs/reference/states.md', make: makeStates }]
