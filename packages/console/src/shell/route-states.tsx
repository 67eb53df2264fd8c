import { RefusedError } from '@mkt/contract/client'
import { IconCompass } from '@tabler/icons-react'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { common } from '../texts/common.ts'
import { HomeButton } from '../ui/action/home-button.tsx'
import { FailureView } from '../ui/feedback/failure.tsx'
import { Waiting } from '../ui/feedback/waiting.tsx'
import { Empty } from '../ui/layout/empty.tsx'

export function RouteWaiting() {
  return <Waiting lines={6} />
}

/** A page's script could not be fetched: most often a new version was put in place meanwhile. */
const isStale = (error: unknown) =>
  error instanceof Error && /dynamically imported module|Importing a module script failed/.test(error.message)

export function RouteFailure({ error }: ErrorComponentProps) {
  const router = useRouter()
  const { reset } = useQueryErrorResetBoundary()
  // Asking again finds nothing either.
  if (error instanceof RefusedError && error.status === 404) return <RouteMissing />
  return (
    <FailureView
      page
      failure={error}
      leave={<HomeButton />}
      retry={() => {
        if (isStale(error)) return window.location.reload()
        reset()
        void router.invalidate()
      }}
    />
  )
}

export function RouteMissing() {
  return (
    <Empty
      page
      title={common.notFound.title}
      text={common.notFound.text}
      icon={<IconCompass size={26} stroke={1.5} />}
      action={<HomeButton />}
    />
  )
}
