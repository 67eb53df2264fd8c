import type { DerivedSchema } from '../../domain/tenant/derived-schema.ts'
import { RawAnswer } from '../http/route.ts'

/** The schema with its paths, as they are kept: it was checked when it was read, and may have megabytes. */
export function schemaAnswer({ text, paths }: DerivedSchema, facts: { readAt: string; stale: boolean }): RawAnswer {
  const head = JSON.stringify(facts).slice(0, -1)
  return new RawAnswer('application/json', Buffer.from(`${head},"paths":${paths},${text.slice(text.indexOf('{') + 1)}`))
}
