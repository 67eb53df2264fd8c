import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { refresh } from '../queries/client/refresh.ts'
import { onSignedOut } from '../queries/client/signed-out.ts'
import { SessionEndedDialog } from './lazy-parts.ts'

/** When the session ends under somebody's hands: sign in again on top of the page, so that no input is lost. */
export function SessionEnded() {
  const client = useQueryClient()
  const [state, setState] = useState<'going' | 'ended' | 'again'>('going')
  useEffect(() => onSignedOut(() => setState('ended')), [])
  const goOn = () => {
    setState('again')
    void refresh(client)
  }
  if (state === 'going') return null
  return (
    <Suspense fallback={null}>
      <SessionEndedDialog opened={state === 'ended'} onDone={goOn} />
    </Suspense>
  )
}
