import { setTimeout as pause } from 'node:timers/promises'
import { nextHeader } from '@mkt/contract/client'
import { Abort } from '../../abort.ts'
import { isPassing } from '../platform/network-error.ts'
import { refusalOf } from '../platform/refusal-of.ts'
import type { Session } from '../platform/session.ts'
import type { Write } from '../platform/write-whole.ts'

interface PricingQuery {
  format: 'csv' | 'jsonl'
  from?: string
  to?: string
  policyLocator?: string
}

/** Calls of one request: little enough to be held, so that a page is written whole or not at all. */
const PAGE = 500
const TRIES = 5

/**
 * Writes the pricing record page by page as it arrives. A page that breaks off is asked for again, so what was written is whole; when that
 * does not help, it fails and says how far it came.
 */
export async function exportPricing(
  session: Pick<Session, 'fetch'>,
  installationId: string,
  query: PricingQuery,
  { write, signal, pauseMs = 1_000 }: { write: Write; signal: AbortSignal; pauseMs?: number },
): Promise<{ bytes: number; pages: number }> {
  let bytes = 0
  let pages = 0
  for (let cursor: string | null = null; ; ) {
    const asked = new URLSearchParams({ ...query, limit: String(PAGE), ...(cursor === null ? {} : { cursor }) })
    const path = `/api/v1/installations/${encodeURIComponent(installationId)}/pricing/export?${asked}`
    const page = await readPage(session, path, { signal, pauseMs, pages })
    await write(page.bytes)
    bytes += page.bytes.length
    pages += 1
    if (page.next === null) return { bytes, pages }
    cursor = page.next
  }
}

async function readPage(
  { fetch }: Pick<Session, 'fetch'>,
  path: string,
  { signal, pauseMs, pages }: { signal: AbortSignal; pauseMs: number; pages: number },
): Promise<{ bytes: Uint8Array; next: string | null }> {
  for (let tried = 1; ; tried += 1) {
    try {
      const response = await fetch(path, { signal })
      if (!response.ok) throw await refusalOf(response)
      return { bytes: new Uint8Array(await response.arrayBuffer()), next: response.headers.get(nextHeader) }
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error
      if (tried >= TRIES) throw brokenOff(error as Error, pages)
      await pause(pauseMs * tried, undefined, { signal })
    }
  }
}

function brokenOff(error: Error, pages: number): Error {
  if (pages === 0) return error
  return new Abort('export_incomplete', `The export broke off after ${pages * PAGE} calls: ${error.message}`, {
    fix: 'What was written is not the whole record. Export it again, or a shorter time with --from and --to.',
    cause: error,
  })
}
