import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refresh } from '../queries/client/refresh.ts'
import { onSignedOut } from '../queries/client/signed-out.ts'
import { LatePart } from '../ui/feedback/late-part.tsx'
import { lazyParts } from './lazy-parts.ts'

/** When the session ends under somebody's hands: sign in again on top of the page, so that no input is lost. */
export function SessionEnded() {
  const client = useQueryClient()
  const [state, setState] = useState<'going' | 'ended' | 'again'>('going')
  useEffect(() => onSignedOut(() => setState('ended')), [])
  const goOn = () => {
    setState('again')
    void refresh(client)
  }
  return (
    <LatePart
      script={lazyParts.sessionEndedDialog}
      props={{ opened: state === 'ended', onDone: goOn }}
      wanted={state !== 'going'}
    />
  )
}
