import { Button, Group, Text } from '@mantine/core'
import type { NotificationData } from '@mantine/notifications'
import { type ComponentType, useSyncExternalStore } from 'react'
import { common } from '../../texts/common.ts'
import styles from './notes.module.css'

interface Script {
  show(note: NotificationData): unknown
  hide(id: string): unknown
  NotesHost: ComponentType
}

interface Shown {
  Host?: ComponentType
  /** The latest note that came while the script did not. */
  plain?: NotificationData | undefined
}

/** What notes there are. Their script comes with the first one; without it the latest is shown plainly. */
export function createNotes(load: () => Promise<Script>) {
  let shown: Shown = {}
  const listeners = new Set<() => void>()
  const set = (next: Shown) => {
    shown = next
    for (const tell of listeners) tell()
  }
  return {
    shown: () => shown,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async show(note: NotificationData): Promise<void> {
      try {
        const { show, NotesHost } = await load()
        show(note)
        set({ Host: NotesHost })
      } catch {
        // What failed is told also when the network that would bring the script is what failed.
        set({ ...shown, plain: note })
      }
    },
    async hide(id?: string): Promise<void> {
      if (shown.plain?.id === id) return set({ ...shown, plain: undefined })
      if (id !== undefined) (await load()).hide(id)
    },
  }
}

export const loadNotes = () => import('./notes-host.tsx')
const ours = createNotes(loadNotes)
export const showNote = ours.show
export const hideNote = ours.hide

/** Notes at the edge of the page. */
export function Notes({ of = ours }: { of?: ReturnType<typeof createNotes> }) {
  const { Host, plain } = useSyncExternalStore(of.subscribe, of.shown)
  return (
    <>
      {Host ? <Host /> : null}
      {plain ? (
        <Group role="alert" className={styles.note} wrap="nowrap" align="flex-start">
          <div>
            {plain.title ? <Text fw={640}>{plain.title}</Text> : null}
            <Text component="div" size="sm">
              {plain.message}
            </Text>
          </div>
          <Button size="compact-sm" variant="subtle" onClick={() => void of.hide(plain.id)}>
            {common.close}
          </Button>
        </Group>
      ) : null}
    </>
  )
}
