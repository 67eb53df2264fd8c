import { Suspense, useState } from 'react'
import { BellButton } from './bell-button.tsx'
import { NotificationList } from './lazy-parts.ts'

/** What needs this person: a small list behind a bell. */
export function NotificationBell({ compact = false }: { compact?: boolean }) {
  const [asked, setAsked] = useState(false)
  const button = <BellButton compact={compact} aria-haspopup="dialog" onClick={() => setAsked(true)} />
  return asked ? (
    <Suspense fallback={button}>
      <NotificationList compact={compact} />
    </Suspense>
  ) : (
    button
  )
}
