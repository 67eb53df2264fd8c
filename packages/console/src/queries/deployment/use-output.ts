import { useEffect, useRef, useState } from 'react'
import { api } from '../client/api.ts'
import { asked } from '../client/paged.ts'
import type { OutputLine } from './deployments.ts'

/** How many lines are fetched at once, and how many are kept in the browser at most. */
const PAGE = 200
const MAX = 5000

interface Filter {
  q?: string | undefined
  stream?: string | undefined
}

function isLine(value: unknown): value is OutputLine {
  return typeof value === 'object' && value !== null && 'text' in value && 'at' in value
}

/** Each line once, in the order they were printed: a reconnect and a page of earlier lines may repeat some. */
export function withLines(known: OutputLine[], come: OutputLine[]): OutputLine[] {
  // Live lines come one by one and behind all others: they cost nothing but their own place.
  const last = known.at(-1)
  const [only] = come
  if (come.length === 1 && only && (!last || Number(only.id) > Number(last.id))) return [...known, only].slice(-MAX)
  const ids = new Set(known.map((line) => line.id))
  const fresh = come.filter((line) => !ids.has(line.id))
  if (fresh.length === 0) return known
  return [...known, ...fresh].toSorted((one, two) => Number(one.id) - Number(two.id)).slice(-MAX)
}

/** What a deployment printed last, oldest first, followed live; `earlier` reads further back while there is more. */
export function useOutput(deploymentId: string, { q, stream }: Filter) {
  const [lines, setLines] = useState<OutputLine[]>([])
  const [cursor, setCursor] = useState<string | null>('')
  const [busy, setBusy] = useState(false)
  const now = useRef('')
  const place = JSON.stringify([deploymentId, q, stream])

  useEffect(() => {
    now.current = place
    setLines([])
    setCursor('')
    const query = new URLSearchParams({ tail: String(PAGE), ...asked<Record<'q' | 'stream', string>>({ q, stream }) })
    const source = new EventSource(`/api/v1/deployments/${deploymentId}/logs/stream?${query}`)
    source.onmessage = (message) => {
      const line: unknown = JSON.parse(message.data)
      if (isLine(line)) setLines((before) => withLines(before, [line]))
    }
    return () => source.close()
  }, [deploymentId, q, stream, place])

  const oldest = lines[0]
  const show = async () => {
    if (!oldest) return
    setBusy(true)
    try {
      // The first page begins just after the oldest line that is shown; further ones follow their cursor.
      const to = new Date(new Date(oldest.at).getTime() + 1).toISOString()
      const page = await api.listDeploymentLogs({
        params: { id: deploymentId },
        query: {
          limit: PAGE,
          ...asked<{ q: string; stream: OutputLine['stream'] }>({ q, stream }),
          ...(cursor ? { cursor } : { to }),
        },
      })
      if (now.current !== place) return
      setLines((before) => withLines(before, page.items))
      setCursor(page.next)
    } finally {
      setBusy(false)
    }
  }
  const mayHaveMore = lines.length >= PAGE && lines.length < MAX && cursor !== null
  return { lines, earlier: mayHaveMore ? { show: () => void show(), busy } : undefined }
}
