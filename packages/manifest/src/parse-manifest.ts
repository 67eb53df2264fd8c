import { checkAll } from './check/check-all.ts'
import { lineTable } from './json/line-table.ts'
import { type Path, parentOf, pointerOf } from './json/pointer.ts'
import { type Scan, scanJson } from './json/scan-json.ts'
import { byteLength } from './json/text.ts'
import { limits, type Manifest, type Variant } from './manifest.ts'
import type { Problem } from './problem.ts'
import { type ManifestRule, rules } from './rules.ts'

export interface ParseOptions {
  /** The listing's variant. Without it `targetPlatform` counts, and without that either variant will do. */
  variant?: Variant | undefined
}

export interface ParsedManifest {
  /** Only when there is no problem. */
  manifest?: Manifest
  /** Whatever JSON value the text holds, checked or not; undefined when it is not JSON. */
  value?: unknown
  problems: Problem[]
  warnings: Problem[]
}

/**
 * Reads a `platform-app.json` and reports everything that is wrong with it at once. Never throws.
 *
 * @example
 * const { manifest, problems } = parseManifest('{ "name": "acme/rater", "version": "1.0.0" }')
 */
export function parseManifest(text: string | Uint8Array, options: ParseOptions = {}): ParsedManifest {
  const found = new Findings()
  const size = typeof text === 'string' ? byteLength(text) : text.byteLength
  if (size > limits.manifestBytes) {
    found.add('manifest.size', '', 0, `The file has ${size} bytes; at most ${limits.manifestBytes} are allowed.`)
    return found.result(() => ({ line: 1, column: 1 }))
  }
  const source = typeof text === 'string' ? text : decode(text)
  if (source === undefined) {
    found.add('manifest.json.invalid', '', 0, 'The file is not UTF-8 text.')
    return found.result(() => ({ line: 1, column: 1 }))
  }
  const scan = scanJson(source, limits.manifestDepth)
  if (scan.error) {
    found.add('manifest.json.invalid', '', scan.error.offset, `${scan.error.message}.`)
    return found.result(lineTable(source))
  }
  for (const { path, offset } of scan.duplicates) {
    found.add('manifest.json.duplicate-key', pointerOf(path), offset, `"${path.at(-1)}" is given twice.`)
  }
  for (const { path, offset } of scan.overflows) {
    found.add('manifest.json.number', pointerOf(path), offset, 'This number is too large.')
  }
  const report = (rule: ManifestRule, path: Path, message: string) => {
    const pointer = pointerOf(path)
    found.add(rule, pointer, offsetOf(scan, pointer), message)
  }
  checkAll(report, scan.value, options.variant)
  const result = found.result(lineTable(source))
  result.value = scan.value
  // The checks above have established the shape, so the value may be named by its type.
  if (result.problems.length === 0) result.manifest = scan.value as Manifest
  return result
}

/** Checks a manifest that is a value already; lines and columns are those of the value written with two spaces. */
export function checkManifest(value: unknown, options: ParseOptions = {}): ParsedManifest {
  let text: string | undefined
  try {
    text = JSON.stringify(value, null, 2)
  } catch {
    // Circular, a bigint, or nested without end: not JSON, which the empty text below reports.
    text = undefined
  }
  return parseManifest(text ?? '', options)
}

/** Where a value stands; for one that is missing, where what should hold it stands. */
function offsetOf(scan: Scan, pointer: string): number {
  for (let at: string | undefined = pointer; at !== undefined; at = parentOf(at)) {
    const offset = scan.offsets.get(at)
    if (offset !== undefined) return offset
  }
  return 0
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // The decoder throws for bytes that are not UTF-8; the caller reports it.
    return undefined
  }
}

class Findings {
  readonly #found: { rule: ManifestRule; pointer: string; offset: number; message: string }[] = []

  add(rule: ManifestRule, pointer: string, offset: number, message: string): void {
    this.#found.push({ rule, pointer, offset, message })
  }

  result(locate: (offset: number) => { line: number; column: number }): ParsedManifest {
    const all = this.#found
      .toSorted((a, b) => a.offset - b.offset)
      .map(({ rule, pointer, offset, message }): Problem => {
        const { severity, fix } = rules[rule]
        return { rule, severity, pointer, ...locate(offset), message, fix }
      })
    return {
      problems: all.filter((problem) => problem.severity === 'error'),
      warnings: all.filter((problem) => problem.severity === 'warning'),
    }
  }
}
