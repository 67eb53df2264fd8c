import { Button, CopyButton, Group, Text, Title } from '@mantine/core'
import { IconCheck, IconTerminal2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ActivityDetails, ActivityRequest } from '../../../queries/activity/activity.ts'
import { callPayloadQuery } from '../../../queries/activity/calls.ts'
import { payloadQuery } from '../../../queries/activity/deliveries.ts'
import type { Installation } from '../../../queries/installation/installations.ts'
import { useMay } from '../../../queries/session/may.ts'
import { activityTexts as texts } from '../../../texts/activity.ts'
import { Facts } from '../../../ui/layout/facts.tsx'
import { curlOf } from './curl.ts'

interface Props {
  entry: ActivityDetails
  installation: Installation
}

/** The headers of a request as far as they are known, and the whole request as a command. */
export function RequestPart({ entry, installation }: Props) {
  const { request } = entry
  const body = useBody(entry, installation)
  if (request === null) return null
  const kind = entry.kind === 'delivery' || entry.kind === 'tenant-call' ? entry.kind : 'call'
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Title order={3}>{texts.headers}</Title>
        <CopyCurl request={request} body={body} />
      </Group>
      <Text size="sm" c="dimmed" mb="xs">
        {texts.headersHint[kind]}
      </Text>
      <Facts rows={request.headers.map(({ name, value }) => ({ name, value }))} />
    </div>
  )
}

function CopyCurl({ request, body }: { request: ActivityRequest; body: string | undefined }) {
  return (
    <CopyButton value={curlOf(request, body)}>
      {({ copied, copy }) => (
        <Button
          size="xs"
          variant="default"
          leftSection={copied ? <IconCheck size={15} /> : <IconTerminal2 size={15} />}
          onClick={copy}
        >
          {copied ? texts.curlCopied : texts.curl}
        </Button>
      )}
    </CopyButton>
  )
}

/** What was sent, for those who may see it and where it is kept. */
function useBody({ id, kind }: ActivityDetails, installation: Installation): string | undefined {
  const isCall = kind !== 'delivery' && kind !== 'tenant-call' && kind !== 'hook'
  const seesEvent = useMay('getDeliveryPayload', installation) && kind === 'delivery'
  const seesCall = useMay('getCallPayload', installation) && isCall
  const event = useQuery({ ...payloadQuery(id), enabled: seesEvent })
  const call = useQuery({ ...callPayloadQuery(id), enabled: seesCall })
  return seesEvent ? event.data : seesCall ? call.data?.request : undefined
}
