import type { FieldProblem } from '@mkt/manifest'

/** Answer of the `check` hook about an unsaved configuration. */
export interface ConfigurationCheck {
  /** False when the application could not be asked: then nothing is known. */
  checked: boolean
  problems: FieldProblem[]
  /** The configuration cannot be saved until the problems are gone. */
  blocking: boolean
}

export const notChecked: ConfigurationCheck = { checked: false, problems: [], blocking: false }

const MAX_PROBLEMS = 50
const MAX_CHARACTERS = 1_000

/** Reads the answer of a `check` hook; undefined when it is none. `mask` hides what must not be shown. */
export function readCheckAnswer(body: string, mask: (text: string) => string): ConfigurationCheck | undefined {
  let answer: unknown
  try {
    answer = JSON.parse(body)
  } catch {
    return undefined
  }
  if (typeof answer !== 'object' || answer === null) return undefined
  const { problems, blocking } = answer as { problems?: unknown; blocking?: unknown }
  if (!Array.isArray(problems)) return undefined
  const read = problems.slice(0, MAX_PROBLEMS).flatMap((problem) => problemOf(problem, mask))
  return { checked: true, problems: read, blocking: blocking === true && read.length > 0 }
}

function problemOf(value: unknown, mask: (text: string) => string): FieldProblem[] {
  if (typeof value !== 'object' || value === null) return []
  const { setting, product, mapping, message } = value as Record<string, unknown>
  if (typeof message !== 'string' || message.trim() === '') return []
  return [
    {
      pointer: pointerOf(setting, product, mapping),
      rule: 'app.check',
      message: mask(message).slice(0, MAX_CHARACTERS),
    },
  ]
}

function pointerOf(setting: unknown, product: unknown, mapping: unknown): string {
  if (typeof setting === 'string') return `/settings/${part(setting)}`
  if (typeof product === 'string' && typeof mapping === 'string') return `/mappings/${part(product)}/${part(mapping)}`
  return ''
}

function part(name: string): string {
  return name.slice(0, 200).replaceAll('~', '~0').replaceAll('/', '~1')
}
