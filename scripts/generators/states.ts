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

type Row = Record<string, unknown>
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** `{ move, from, to }`, where `from` and `to` may be lists. */
const fromRow = (row: Row, name?: string) =>
  list(row.from).flatMap((from) => list(row.to).map((to) => ({ from, move: row.move ?? name ?? '', to })))

function fromEntry(key: string, value: unknown): unknown[] {
  if (Array.isArray(value)) return value.map((to) => ({ from: key, move: '', to }))
  if (!isRow(value)) return [{}]
  if ('from' in value && 'to' in value) return fromRow(value, key)
  return Object.entries(value).flatMap(([move, to]) => list(to).map((next) => ({ from: key, move, to: next })))
}

/**
 * Reads an exported table of moves in any of its shapes: rows `{ move, from, to }`, `{ move: { from, to } }`,
 * `{ STATE: { move: 'NEXT' } }` or, where moves have no names, `{ STATE: ['NEXT'] }`. Anything else gives undefined.
 */
export function readMoves(value: unknown): Move[] | undefined {
  const moves: unknown[] = Array.isArray(value)
    ? value.flatMap((row) => (isRow(row) ? fromRow(row) : [{}]))
    : isRow(value)
      ? Object.entries(value).flatMap(([key, entry]) => fromEntry(key, entry))
      : []
  const sound = (move: unknown): move is Move =>
    isRow(move) && isState(move.from) && isState(move.to) && typeof move.move === 'string'
  return moves.length > 0 && moves.every(sound) ? moves : undefined
}

const shown = (state: string | null) => (state === null || state === 'null' || state === '' ? '[*]' : state)

export function drawMoves(moves: readonly Move[]): string {
  const arrows = new Map<string, string[]>()
  for (const { from, move, to } of moves) {
    const arrow = `${shown(from)} --> ${shown(to)}`
    arrows.set(arrow, [...new Set([...(arrows.get(arrow) ?? []), ...(move === '' ? [] : [move])])])
  }
  return [
    '```mermaid',
    'stateDiagram-v2',
    ...[...arrows].map(([arrow, names]) => `  ${arrow}${names.length > 0 ? `: ${names.join(', ')}` : ''}`),
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
