import { type Path, pointerOf } from './json/pointer.ts'
import type { Problem, Severity } from './problem.ts'
import { type ManifestRule, rules } from './rules.ts'

/** Nobody reads more at once, and each of them is sent, shown and stored. */
const MAX_FINDINGS = 500

/** A text, or how to write it where that takes time: it is then written only for what is reported. */
export type Message = string | (() => string)

interface Finding {
  rule: ManifestRule
  pointer: string
  offset: number
  message: string
}

/** What is wrong with a manifest. Problems and warnings are counted apart: no number of warnings hides a problem. */
export class Findings {
  readonly #found: Record<Severity, Finding[]> = { error: [], warning: [] }

  add(rule: ManifestRule, path: Path, offset: () => number, message: Message): void {
    const list = this.#found[rules[rule].severity]
    if (list.length >= MAX_FINDINGS) return
    const text = typeof message === 'string' ? message : message()
    list.push({ rule, pointer: shownPointer(path), offset: offset(), message: text })
  }

  result(locate: (offset: number) => { line: number; column: number }): { problems: Problem[]; warnings: Problem[] } {
    const written = (found: readonly Finding[]) =>
      found
        .toSorted((a, b) => a.offset - b.offset)
        .map(({ rule, pointer, offset, message }): Problem => {
          const { severity, fix } = rules[rule]
          return { rule, severity, pointer, ...locate(offset), message, fix }
        })
    return { problems: written(this.#found.error), warnings: written(this.#found.warning) }
  }
}

const POINTER_CHARACTERS = 2_000

/** Below a very long name the pointer names the nearest holder of the value: each of many problems would repeat the name. */
function shownPointer(path: Path): string {
  let characters = 0
  const beyond = path.findIndex((part) => {
    characters += String(part).length + 1
    return characters > POINTER_CHARACTERS
  })
  return pointerOf(beyond < 0 ? path : path.slice(0, beyond))
}
