import { Alert, Stack } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { healthQuery } from '../../queries/platform/operating.ts'
import { operate } from '../../texts/operate.ts'
import { Boundary } from '../../ui/feedback/boundary.tsx'
import { Engines } from './engines.tsx'
import { PlatformParts } from './platform-parts.tsx'
import { Processes } from './processes.tsx'
import { QuarantineNote } from './quarantine-note.tsx'

const texts = operate.health

export function OperateHealth() {
  return (
    <Boundary>
      <Shown />
    </Boundary>
  )
}

function Shown() {
  const { data } = useSuspenseQuery(healthQuery)
  const Icon = data.ready ? IconCircleCheck : IconAlertTriangle
  return (
    <Stack gap="lg">
      <QuarantineNote health={data} />
      <Alert color={data.ready ? 'pine' : 'red'} icon={<Icon size={18} />} role="status">
        {data.ready ? texts.ready : texts.notReady}
      </Alert>
      <PlatformParts health={data} />
      <Engines health={data} />
      <Processes health={data} />
    </Stack>
  )
}
