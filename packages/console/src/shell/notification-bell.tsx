import { useState } from 'react'
import { LatePart } from '../ui/feedback/late-part.tsx'
import { BellButton } from './bell-button.tsx'
import { lazyParts } from './lazy-parts.ts'

/** What needs this person: a small list behind a bell. */
export function NotificationBell({ compact = false }: { compact?: boolean }) {
  const [asked, setAsked] = useState(false)
  return (
    <LatePart
      script={lazyParts.notificationList}
      props={{ compact }}
      wanted={asked}
      waiting={<BellButton compact={compact} aria-haspopup="dialog" onClick={() => setAsked(true)} />}
      onGiveUp={() => setAsked(false)}
    />
  )
}
