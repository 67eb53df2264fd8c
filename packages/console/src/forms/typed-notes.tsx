import { LeaveGuard } from './leave-guard.tsx'
import { RestoredNote } from './restored-note.tsx'

interface Props {
  typed: { unsaved: boolean; restored: boolean; settle: () => void }
}

/** Asks before a form is left with something typed, and says when it opened with what was typed before. */
export function TypedNotes({ typed }: Props) {
  return (
    <>
      <LeaveGuard unsaved={typed.unsaved} />
      {typed.restored ? <RestoredNote onDiscard={() => typed.settle()} /> : null}
    </>
  )
}
