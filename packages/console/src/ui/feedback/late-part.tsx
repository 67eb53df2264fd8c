import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { PartMissing } from './part-missing.tsx'

/** Where a part comes from, and the part when it is there. */
export interface LateScript<Props> {
  load: () => Promise<ComponentType<Props>>
  part?: ComponentType<Props>
}

interface LateProps<Props> {
  script: LateScript<Props>
  /** What the part is given. */
  props: Props
  /** Fetches nothing until it is wanted; wanted unless told. */
  wanted?: boolean
  /** Stands in its place until it is there. */
  waiting?: ReactNode
  /** Called when it did not arrive and the person goes on without it. */
  onGiveUp?: () => void
}

/**
 * A part whose script is fetched when it is wanted. One that does not arrive says so above the page, which stays as it is, and
 * is fetched again at a press. React's `lazy` would keep the failure and take the page away with what was typed there.
 */
export function LatePart<Props extends object>(late: LateProps<Props>) {
  const { script, props, wanted = true, waiting, onGiveUp } = late
  const [state, setState] = useState<'idle' | 'there' | 'missing'>('idle')
  useEffect(() => {
    if (!wanted || state !== 'idle') return
    script
      .load()
      .then((part) => {
        script.part = part
        setState('there')
      })
      .catch(() => setState('missing'))
  }, [script, wanted, state])
  const tryAgain = () => setState('idle')
  const giveUp = () => {
    tryAgain()
    onGiveUp?.()
  }
  if (wanted && script.part !== undefined) return <script.part {...props} />
  return (
    <>
      {waiting}
      {wanted && state === 'missing' ? <PartMissing retry={tryAgain} onGiveUp={onGiveUp && giveUp} /> : null}
    </>
  )
}
