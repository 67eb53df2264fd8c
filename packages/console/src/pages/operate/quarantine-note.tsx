import { Alert, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type Health, useConfirmTakeover } from '../../queries/platform/operating.ts'
import { useMay } from '../../queries/session/may.ts'
import { operate } from '../../texts/operate.ts'
import { ConfirmButton } from '../../ui/action/confirm-button.tsx'

const texts = operate.health.quarantine

/** Why a copy is in quarantine, and the way out of it. */
export function QuarantineNote({ health }: { health: Health }) {
  const confirm = useConfirmTakeover()
  const mayConfirm = useMay('confirmTakeover')
  const held = health.processes.flatMap(({ state, quarantine }) => (state === 'up' && quarantine ? [quarantine] : []))
  // A process that registers addresses knows which; the others were told none.
  const shown = held.find(({ gatewayUrl }) => gatewayUrl !== null) ?? held[0]
  if (shown === undefined) return null
  const address = shown.gatewayUrl ?? shown.recordedGatewayUrl ?? ''
  return (
    <Alert color="red" title={texts.title} icon={<IconAlertTriangle size={18} />} role="alert">
      <Stack gap="sm" align="flex-start">
        {shown.differences.includes('database') ? <Text>{texts.why.database}</Text> : null}
        {shown.differences.includes('gateway') ? (
          <Text>{texts.why.gateway(address, shown.recordedGatewayUrl ?? '')}</Text>
        ) : null}
        <Text>{texts.what}</Text>
        {mayConfirm ? (
          <ConfirmButton
            label={texts.confirm}
            color="red"
            text={texts.confirmText(address)}
            typeToConfirm={address}
            done={texts.done}
            act={() => confirm.mutateAsync(address)}
          />
        ) : null}
      </Stack>
    </Alert>
  )
}
