import type { Path } from '../json/pointer.ts'
import { limits } from '../manifest.ts'
import { type CheckContext, kindOf } from './report.ts'

const pathForm = /^(?:\/(?:[A-Za-z0-9\-_.~!$&()+,;=:@]|%[0-9A-Fa-f]{2})*)+$/

/** Reports a wrong or reserved path; answers the path when it may be used. */
export function checkPath(context: CheckContext, path: Path, value: unknown): string | undefined {
  if (typeof value !== 'string') {
    context.report(
      'integration.path.invalid',
      path,
      `The path is a text that begins with a slash, not ${kindOf(value)}.`,
    )
    return undefined
  }
  if (!isPath(value)) {
    context.report('integration.path.invalid', path, `${JSON.stringify(value)} is not a plain absolute path.`)
    return undefined
  }
  if (isReservedPath(value)) {
    context.report('integration.path.reserved', path, `${value} is a path that the platform itself uses.`)
    return undefined
  }
  return value
}

export function isPath(text: string): boolean {
  if (text.length > limits.pathCharacters || !pathForm.test(text)) return false
  if (text === '/') return true
  const decoded = decode(text)
  if (decoded === undefined || decoded.includes('\0')) return false
  return decoded
    .slice(1)
    .split(/[/\\]/)
    .every((part, index, parts) => part !== '.' && part !== '..' && (part !== '' || index === parts.length - 1))
}

/** The health path, and everything where named lifecycle hooks live, however it is encoded. */
export function isReservedPath(path: string): boolean {
  const decoded = decode(path) ?? path
  return decoded === '/health' || decoded === '/_app' || decoded.startsWith('/_app/')
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    // Not UTF-8 behind the percent signs: no path at all.
    return undefined
  }
}
