import type { NotificationData } from '@mantine/notifications'
import { lazy, Suspense, useSyncExternalStore } from 'react'

const load = () => import('./notes-host.tsx')
const Host = lazy(() => load().then(({ NotesHost }) => ({ default: NotesHost })))

let wanted = false
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Notes at the edge of the page. Their script comes with the first one. */
export function Notes() {
  const shown = useSyncExternalStore(subscribe, () => wanted)
  return shown ? (
    <Suspense fallback={null}>
      <Host />
    </Suspense>
  ) : null
}

export async function showNote(note: NotificationData): Promise<void> {
  const { show } = await load()
  show(note)
  wanted = true
  for (const tell of listeners) tell()
}

export async function hideNote(id: string): Promise<void> {
  const { hide } = await load()
  hide(id)
}
