import { type Machine, machines, statesOf } from '@mkt/contract/states'
import { type Generator, generatedBy, table } from './generator.ts'

const shown = (state: string | null) => state ?? '[*]'

/** The moves as a picture; moves between the same two states share an arrow. */
export function drawMoves(moves: Machine['moves']): string {
  const arrows = new Map<string, string[]>()
  for (const [move, { from, to }] of Object.entries(moves)) {
    for (const one of from) {
      const arrow = `${shown(one)} --> ${shown(to)}`
      arrows.set(arrow, [...(arrows.get(arrow) ?? []), move])
    }
  }
  const lines = [...arrows].map(([arrow, names]) => `  ${arrow}: ${names.join(', ')}`)
  return ['```mermaid', 'stateDiagram-v2', ...lines, '```'].join('\n')
}

/** `launchedBy` reads "launched by". */
const words = (name: string) => name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)

function cell(fact: unknown): string {
  if (typeof fact === 'boolean') return fact ? 'yes' : ''
  return Array.isArray(fact) ? fact.join(', ') : String(fact ?? '')
}

/** What holds in each state. How a state looks in the console is left out. */
function listFacts(machine: Machine): string[] {
  const rows = statesOf(machine).map((state) => {
    const { tone: _tone, ...facts } = machine.states[state] as { tone: string; [fact: string]: unknown }
    return [state, facts] as const
  })
  const names = Object.keys(rows[0]?.[1] ?? {})
  if (names.length === 0) return []
  const lines = rows.map(([state, facts]) => [`\`${state}\``, ...names.map((name) => cell(facts[name]))])
  return ['', table(['state', ...names.map(words)], lines)]
}

function listMoves({ moves }: Machine): string {
  const rows = Object.entries(moves).map(([move, { from, to, by }]) => [
    move,
    from.map((state) => (state === null ? '(new)' : `\`${state}\``)).join(', '),
    `\`${to}\``,
    by,
  ])
  return table(['move', 'from', 'to', 'made by'], rows)
}

function section(name: string, machine: Machine): string[] {
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
  const head = [`## ${title}`, '', `From \`packages/contract/src/states/${name}.ts\`.`, '']
  return [...head, drawMoves(machine.moves), '', listMoves(machine), ...listFacts(machine), '']
}

function makeStates(): string {
  return [
    generatedBy,
    '# States',
    '',
    'Drawn from the tables that server, console and tool decide with.',
    '',
    ...Object.entries(machines).flatMap(([name, machine]) => section(name, machine)),
  ].join('\n')
}

export const generators: Generator[] = [{ file: 'docs/reference/states.md', make: makeStates }]
