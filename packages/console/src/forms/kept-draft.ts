import { useState } from 'react'
import { keep, readKept } from '../lib/kept.ts'
import { useMe } from '../queries/session/current-organization.ts'

interface Kept<Draft> {
  /** What was kept when the form was opened; null without a draft. */
  found: Draft | null
  /** Whether the form still shows what was kept. */
  restored: boolean
  /** Keeps what may be stored of the draft. Never give it a secret. */
  store: (draft: Draft) => void
  forget: () => void
}

/**
 * The draft of one form in the browser's storage, apart for each person who signs in there. `read` turns what is stored into a
 * draft, or null: an older version of the console may have written it.
 */
export function useKeptDraft<Draft>(
  place: string,
  read: (stored: unknown) => Draft | null,
  storage: Storage = localStorage,
): Kept<Draft> {
  const { person } = useMe()
  const own = `${person.id}.${place}`
  const [found] = useState(() => read(readKept(storage, own)))
  const [restored, setRestored] = useState(found !== null)
  return {
    found,
    restored,
    store: (draft) => keep(storage, own, draft),
    forget: () => {
      keep(storage, own, null)
      setRestored(false)
    },
  }
}
