import type { Path } from '../json/pointer.ts'
import { isObject } from '../json/text.ts'
import { limits } from '../manifest.ts'
import { type CheckContext, hasControl, kindOf, reportUnknown } from './report.ts'

const headerName = /^[A-Za-z0-9!#$%&'*+\-.^_`|~]+$/
const hopByHop = [
  'connection',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'proxy-connection',
]

/** Checks one external rater except for its path. */
export function checkRater(context: CheckContext, path: Path, entry: Record<string, unknown>): void {
  reportUnknown(context, path, entry, ['name', 'path', 'headers', 'timeoutMs'])
  if (typeof entry.name !== 'string' || entry.name.trim() === '' || hasControl(entry.name)) {
    context.report('rater.name.missing', [...path, 'name'], 'A rater has a name: a text that is not empty.')
  }
  const timeout = entry.timeoutMs
  if (timeout !== undefined && !isTimeout(timeout)) {
    const message = `timeoutMs is a whole number from 1 to ${limits.raterTimeoutMs}.`
    context.report('integration.timeoutMs.invalid', [...path, 'timeoutMs'], message)
  }
  if (entry.headers === undefined) return
  if (!isObject(entry.headers)) {
    context.report(
      'integration.property.type',
      [...path, 'headers'],
      `headers is an object, not ${kindOf(entry.headers)}.`,
    )
    return
  }
  const headers = Object.entries(entry.headers)
  if (headers.length > limits.raterHeaders) {
    const message = `There are ${headers.length} headers; at most ${limits.raterHeaders} are allowed.`
    context.report('rater.headers.count', [...path, 'headers'], message)
  }
  for (const [name, value] of headers.slice(0, limits.raterHeaders)) {
    const at = [...path, 'headers', name]
    if (isReservedHeader(name)) {
      context.report('rater.header.reserved', at, `The header ${name} belongs to the platform or to the connection.`)
    } else if (!headerName.test(name) || typeof value !== 'string' || !isHeaderText(value)) {
      context.report('rater.header.invalid', at, `${JSON.stringify(name)} is not a header with a printable text.`)
    }
  }
}

function isTimeout(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= limits.raterTimeoutMs
}

function isReservedHeader(name: string): boolean {
  const lower = name.toLowerCase()
  return (
    lower === 'host' ||
    lower.startsWith('x-mkt-') ||
    lower.startsWith('content-') ||
    lower.startsWith('proxy-') ||
    hopByHop.includes(lower)
  )
}

function isHeaderText(value: string): boolean {
  return value.length <= limits.valueBytes && /^[\x20-\x7e\t]*$/.test(value)
}
