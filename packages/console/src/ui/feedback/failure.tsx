import { Alert, Button, Text } from '@mantine/core'
import { RefusedError } from '@mkt/contract/client'
import { IconAlertTriangle, IconCloud, IconCloudOff, IconLock } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { common } from '../../texts/common.ts'
import { Empty } from '../layout/empty.tsx'

function wordsOf(failure: unknown) {
  if (!(failure instanceof RefusedError)) return { title: common.failure.bugTitle, text: common.failure.again }
  if (failure.status === 0) return { title: common.failure.offlineTitle, text: failure.message }
  if (failure.status === 404) return { title: common.notFound.title, text: common.notFound.text }
  if (failure.status === 403) return { title: common.failure.forbiddenTitle, text: failure.message }
  if (failure.status >= 502) {
    const told = failure.code !== 'unreadable_answer'
    return { title: common.failure.awayTitle, text: told ? failure.message : common.failure.again }
  }
  if (failure.status >= 500) {
    // What is in between may have answered: then there is no number to send.
    return { title: common.failure.bugTitle, text: failure.requestId ? common.failure.bugText : common.failure.again }
  }
  return { title: common.failure.title, text: failure.message }
}

/** What a failure says, where there is room for a line only. */
export const failureText = (failure: unknown): string => wordsOf(failure).text

function iconOf(failure: unknown) {
  if (failure instanceof RefusedError && failure.status === 0) return <IconCloudOff size={26} stroke={1.5} />
  if (failure instanceof RefusedError && failure.status === 403) return <IconLock size={26} stroke={1.5} />
  return <IconAlertTriangle size={26} stroke={1.5} />
}

function RequestNumber({ failure }: { failure: unknown }) {
  if (!(failure instanceof RefusedError) || !failure.requestId) return null
  return (
    <Text component="span" display="block" size="xs" c="dimmed" ff="monospace" mt={4}>
      {common.failure.request} {failure.requestId}
    </Text>
  )
}

interface ViewProps {
  failure: unknown
  retry?: () => void
  /** Leads away from what asking again does not bring. */
  leave?: ReactNode
  /** In place of the whole page, not of a panel. */
  page?: boolean
}

/** Who may not read it, or asks for what is not there, gets the same answer again. */
const isFinal = (failure: unknown) =>
  failure instanceof RefusedError && (failure.status === 404 || failure.code === 'forbidden')

/** In place of a page or panel that could not be read. */
export function FailureView({ failure, retry, leave, page }: ViewProps) {
  const { title, text } = wordsOf(failure)
  const again = retry ? (
    <Button variant="default" onClick={retry} mt="xs">
      {common.failure.retry}
    </Button>
  ) : null
  return (
    <div role="alert">
      <Empty
        page={page}
        title={title}
        icon={iconOf(failure)}
        text={
          <>
            {text}
            <RequestNumber failure={failure} />
          </>
        }
        action={isFinal(failure) ? leave : again}
      />
    </div>
  )
}

/** Whether the connection that a failure was due to is there again. */
function useBackOnline(failure: unknown): boolean {
  const [back, setBack] = useState<unknown>()
  const isOffline = failure instanceof RefusedError && failure.status === 0
  useEffect(() => {
    if (!isOffline) return
    const note = () => setBack(failure)
    window.addEventListener('online', note)
    return () => window.removeEventListener('online', note)
  }, [failure, isOffline])
  return isOffline && back === failure
}

interface NoteProps {
  failure: unknown
  /** The form shows at each field what is wrong with it: here it is only counted. */
  atFields?: boolean
}

/** Above a form whose sending failed; the input stays as it was. What the person can fix needs no request number. */
export function FailureNote({ failure, atFields }: NoteProps) {
  const isBack = useBackOnline(failure)
  if (!failure) return null
  if (isBack)
    return (
      <Alert role="status" icon={<IconCloud size={18} />}>
        {common.failure.backOnline}
      </Alert>
    )
  const { title, text } = wordsOf(failure)
  const refusal = failure instanceof RefusedError && failure.status >= 400 && failure.status < 500 ? failure : undefined
  const counted = atFields && refusal?.code === 'request_invalid' && refusal.problems.length > 0
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle size={18} />} title={refusal ? undefined : title}>
      {counted ? common.failure.problems(refusal.problems.length) : (refusal?.message ?? text)}
      {refusal ? null : <RequestNumber failure={failure} />}
    </Alert>
  )
}
