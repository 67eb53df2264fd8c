import { useEffect, useState } from 'react'
import { onStepUpAsked, type StepUpAsked } from '../queries/client/step-up.ts'
import { LatePart } from '../ui/feedback/late-part.tsx'
import { lazyParts } from './lazy-parts.ts'

/** Waits for something that matters to be asked for, and then for the person to prove who they are. */
export function StepUp() {
  const [asked, setAsked] = useState<StepUpAsked>()
  const [shown, setShown] = useState(false)
  useEffect(
    () =>
      onStepUpAsked((next) => {
        setAsked(next)
        setShown(true)
      }),
    [],
  )
  const end = (proved: boolean) => {
    asked?.settle(proved)
    setAsked(undefined)
  }
  const giveUp = () => {
    end(false)
    setShown(false)
  }
  return (
    <LatePart
      script={lazyParts.stepUpDialog}
      props={{ needs: asked?.needs, onEnd: end }}
      wanted={shown}
      onGiveUp={giveUp}
    />
  )
}
