import { Alert, Stack, Text, Title } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { formatBytes, formatDuration, formatExact } from '../../../lib/format.ts'
import { problemWords } from '../../../lib/problem-words.ts'
import { TraceLink } from '../../../parts/trace/trace-link.tsx'
import { type Call, callPayloadQuery, callQuery } from '../../../queries/activity/calls.ts'
import type { Installation } from '../../../queries/installation/installations.ts'
import { useMay } from '../../../queries/session/may.ts'
import { manage } from '../../../texts/manage.ts'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { Facts } from '../../../ui/layout/facts.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import styles from './delivery-details.module.css'

const texts = manage.calls

/** One call: what was asked, how it went, and what it carried where that was recorded. */
export function CallDetails({ id, installation }: { id: string; installation: Installation }) {
  const { data: call } = useSuspenseQuery(callQuery(id))
  const seesPayload = useMay('getCallPayload', installation)
  return (
    <Stack gap="lg">
      <Facts
        rows={[
          { name: texts.kind, value: texts.kinds[call.kind] ?? call.kind },
          { name: texts.test, value: call.test ? texts.isTest : null },
          { name: texts.path, value: `${call.method} ${call.path}` },
          { name: texts.status, value: <Tag mono>{call.status}</Tag> },
          { name: texts.error, value: call.code && problemWords(call.code) },
          { name: texts.fallback, value: call.fallback && texts.fallbacks[call.fallback] },
          { name: texts.appStatus, value: call.appStatus === null ? null : <Tag mono>{call.appStatus}</Tag> },
          { name: texts.appMessage, value: call.appMessage },
          { name: texts.at, value: formatExact(call.at) },
          { name: texts.duration, value: formatDuration(call.durationMs) },
          { name: texts.requestSize, value: formatBytes(call.requestSize) },
          { name: texts.answerSize, value: formatBytes(call.answerSize) },
          { name: texts.requestId, value: <Tag mono>{call.requestId}</Tag> },
          { name: texts.traceId, value: call.traceId ? <TraceLink id={call.traceId} /> : null },
        ]}
      />
      {seesPayload ? (
        <Boundary lines={4} of={call.id}>
          <Payload call={call} recording={installation.recording} />
        </Boundary>
      ) : (
        <Text size="sm" c="dimmed">
          {texts.notYours}
        </Text>
      )}
    </Stack>
  )
}

function Payload({ call, recording }: { call: Call; recording: boolean }) {
  const { data } = useSuspenseQuery(callPayloadQuery(call.id))
  if (data === null) {
    return <Alert color="clay">{recording ? texts.noPayload : texts.notRecorded}</Alert>
  }
  return (
    <>
      {data.cut ? <Alert color="clay">{texts.cut}</Alert> : null}
      <Words title={texts.request} text={data.request} />
      <Words title={texts.answer} text={data.answer} />
    </>
  )
}

function Words({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <Title order={3} mb="xs">
        {title}
      </Title>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <pre className={styles.code} tabIndex={0} role="document" aria-label={title}>
        {text}
      </pre>
    </div>
  )
}
