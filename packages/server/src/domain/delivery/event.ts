import { createHash } from 'node:crypto'
import { readJson } from '../../lib/json/read-json.ts'

/** What the platform reads of an event's body: the policy system's own id for it, and its type. */
export interface EventFacts {
  sourceId: string | null
  type: string | null
}

/**
 * Reads id and type from the body of a webhook POST. A body that is not the JSON we expect is accepted anyway: it is
 * the application's to understand, and without an id every POST is a new event.
 */
export function readEventFacts(variant: 'connected' | 'enterprise', body: Buffer): EventFacts {
  return eventFactsOf(variant, readJson(body))
}

/** The same of a body that was read already. */
export function eventFactsOf(variant: 'connected' | 'enterprise', value: unknown): EventFacts {
  if (typeof value !== 'object' || value === null) return { sourceId: null, type: null }
  const fields = value as Record<string, unknown>
  const id = variant === 'connected' ? fields.id : fields.locator
  const type = fields.type
  return {
    sourceId: typeof id === 'string' && id !== '' ? id : typeof id === 'number' ? String(id) : null,
    type: typeof type === 'string' && /^[\w.*-]{1,120}$/.test(type) ? type : null,
  }
}

/** What tells a repeat: a digest, because the policy system's id may be of any length and content. */
export function repeatKey(sourceId: string): Buffer {
  return createHash('sha256').update(sourceId).digest().subarray(0, 16)
}

/** A content type as far as it can be stored and sent again unchanged. */
export function storableHeader(value: string | undefined): string | null {
  return value !== undefined && value.length <= 500 && /^[\x20-\x7e]+$/.test(value) ? value : null
}
