import { checkAll } from './check/check-all.ts'
import { Findings, type Message } from './findings.ts'
import { lineTable } from './json/line-table.ts'
import { offsetOf } from './json/place.ts'
import type { Path } from './json/pointer.ts'
import { scanJson } from './json/scan-json.ts'
import { byteLength } from './json/text.ts'
import { limits, type Manifest, type Variant } from './manifest.ts'
import type { Problem } from './problem.ts'
import type { ManifestRule } from './rules.ts'

export interface ParseOptions {
  /** The listing's variant. Without it `targetPlatform` counts, and without that either variant will do. */
  variant?: Variant | undefined
  /** The listing's name. Without it any well-formed name will do. */
  name?: string | undefined
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
  const size = typeof text === 'string' ? byteLength(text) : text.byteLength
  if (size > limits.manifestBytes) return tooLarge(size)
  const source = typeof text === 'string' ? text : decode(text)
  if (source === undefined) return whole('manifest.json.invalid', 'The file is not UTF-8 text.')
  return checkText(source, options)
}

function checkText(source: string, options: ParseOptions): ParsedManifest {
  const found = new Findings()
  const scan = scanJson(source, limits.manifestDepth)
  if (scan.error) {
    const { offset, message } = scan.error
    found.add('manifest.json.invalid', [], () => offset, `${message}.`)
    return found.result(lineTable(source))
  }
  for (const { path, offset } of scan.duplicates) {
    found.add('manifest.json.duplicate-key', path, () => offset, `"${path.at(-1)}" is given twice.`)
  }
  for (const { path, offset } of scan.overflows) {
    found.add('manifest.json.number', path, () => offset, 'This number is too large.')
  }
  const report = (rule: ManifestRule, path: Path, message: Message) => {
    found.add(rule, path, () => offsetOf(scan.place, path), message)
  }
  checkAll(report, scan.value, options)
  const result: ParsedManifest = { ...found.result(lineTable(source)), value: scan.value }
  // The checks above have established the shape, so the value may be named by its type.
  if (result.problems.length === 0) result.manifest = scan.value as Manifest
  return result
}

/**
 * Checks a manifest that is a value already; lines and columns are those of the value written with two spaces. Its size
 * is that of the shortest file that holds it: spaces the author never wrote do not count.
 */
export function checkManifest(value: unknown, options: ParseOptions = {}): ParsedManifest {
  const size = byteLength(written(value))
  return size > limits.manifestBytes ? tooLarge(size) : checkText(written(value, 2), options)
}

function written(value: unknown, spaces = 0): string {
  try {
    return JSON.stringify(value, null, spaces) ?? ''
  } catch {
    // Circular, a bigint, or nested without end: not JSON, as which the empty text is reported.
    return ''
  }
}

function tooLarge(size: number): ParsedManifest {
  return whole('manifest.size', `The file has ${size} bytes; at most ${limits.manifestBytes} are allowed.`)
}

/** A file that is not looked into any further. */
function whole(rule: ManifestRule, message: string): ParsedManifest {
  const found = new Findings()
  found.add(rule, [], () => 0, message)
  return found.result(() => ({ line: 1, column: 1 }))
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // The decoder throws for bytes that are not UTF-8; the caller reports it.
    return undefined
  }
}
