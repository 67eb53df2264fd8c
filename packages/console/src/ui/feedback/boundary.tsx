import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { CatchBoundary } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { FailureView } from './failure.tsx'
import { Waiting } from './waiting.tsx'

interface Props {
  children: ReactNode
  /** How many lines the waiting picture has. */
  lines?: number
  /** The waiting picture, where lines would not resemble what comes. */
  waiting?: ReactNode
  /** A change of this word forgets a failure. */
  of?: string
}

/** A part of a page that loads and fails on its own, without the rest of the page. */
export function Boundary({ children, lines = 4, waiting, of = '' }: Props) {
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <CatchBoundary
          getResetKey={() => of}
          errorComponent={({ error, reset: again }) => (
            <FailureView
              failure={error}
              retry={() => {
                reset()
                again()
              }}
            />
          )}
        >
          <Suspense fallback={waiting ?? <Waiting lines={lines} />}>{children}</Suspense>
        </CatchBoundary>
      )}
    </QueryErrorResetBoundary>
  )
}
