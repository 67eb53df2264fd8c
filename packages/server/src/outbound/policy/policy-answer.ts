import type { z } from 'zod'
import { isDeeper } from '../../lib/json/is-deeper.ts'
import { boundExceeded } from './bounded.ts'
import { policyBounds } from './policy-bounds.ts'
import { PolicySystemError } from './policy-system-error.ts'

/** The JSON of an answer; null where it is empty. */
export function parseAnswer(body: Buffer, host: string): unknown {
  if (body.length === 0) return null
  if (isDeeper(body, policyBounds.depth))
    throw new PolicySystemError('unavailable', `${host} answered with JSON that is nested too deeply`)
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new PolicySystemError('unavailable', `${host} answered with something that is not JSON`)
  }
}

/** The answer in the shape it should have. */
export function shapeAnswer<S extends z.ZodType>(
  given: unknown,
  schema: S,
  { host, method, path }: { host: string; method: string; path: string },
): z.output<S> {
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const reason = boundExceeded(result.error)
  const how = reason === undefined ? '' : `: ${reason}`
  throw new PolicySystemError('unavailable', `${host} answered ${method} ${path} in an unknown shape${how}`)
}
