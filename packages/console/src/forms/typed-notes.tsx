import { LeaveGuard } from './leave-guard.tsx'
import { RestoredNote } from './restored-note.tsx'

interface Props {
  typed: { unsaved: boolean; restored: boolean; settle: () => void }
  /** Whether the form asks for secrets, which are not kept. */
  secrets?: boolean
}

/** Asks before a form is left with something typed, and says when it opened with what was typed before. */
export function TypedNotes({ typed, secrets = false }: Props) {
  return (
    <>
      <LeaveGuard unsaved={typed.unsaved} />
      {typed.restored ? <RestoredNote secrets={secrets} onDiscard={() => typed.settle()} /> : null}
    </>
  )
}
