import { Code, Drawer, Stack, Title } from '@mantine/core'
import '@mantine/core/styles/Drawer.css'
import { useSuspenseQuery } from '@tanstack/react-query'
import { trialCallQuery } from '../../../queries/release/trials.ts'
import { trials as texts } from '../../../texts/trials.ts'
import { Boundary } from '../../../ui/feedback/boundary.tsx'

interface Props {
  trialId: string
  callId: string | undefined
  onClose: () => void
}

/** One call beside the report: what was asked, and both answers. */
export function TrialCall({ trialId, callId, onClose }: Props) {
  return (
    <Drawer opened={callId !== undefined} onClose={onClose} position="right" size="xl" title={texts.oneCall}>
      {callId ? (
        <Boundary of={callId}>
          <Answers trialId={trialId} callId={callId} />
        </Boundary>
      ) : null}
    </Drawer>
  )
}

function Answers({ trialId, callId }: { trialId: string; callId: string }) {
  const { data: call } = useSuspenseQuery(trialCallQuery(trialId, callId))
  return (
    <Stack gap="md">
      {(['before', 'after', 'request'] as const).map((part) => (
        <div key={part}>
          <Title order={3} size="h5" mb={4}>
            {texts[part]}
          </Title>
          <Code block>{call[part]}</Code>
        </div>
      ))}
    </Stack>
  )
}
