import { Radio, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Radio.css'
import { type Tenant, useChangeRelay } from '../../../queries/installation/tenants.ts'
import { useMay } from '../../../queries/session/may.ts'
import { tenantTexts } from '../../../texts/tenants.ts'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { tellDone } from '../../../ui/feedback/tell-done.tsx'

const texts = tenantTexts.relay
const modes = ['off', 'read', 'write'] as const

/** How applications get into the policy system: with its token, or through the relay. */
export function TenantRelay({ tenant }: { tenant: Tenant }) {
  const mayChange = useMay('changeTenant', tenant)
  const change = useChangeRelay(tenant.id)
  const choose = (mode: string) =>
    change.mutate(mode as Tenant['relay'], {
      onSuccess: () => tellDone(texts.changed, () => change.mutateAsync(tenant.relay)),
    })
  return (
    <Stack gap="md">
      <FailureNote failure={change.error} />
      <Radio.Group value={tenant.relay} onChange={choose} aria-label={texts.title}>
        <Stack gap="sm">
          {modes.map((mode) => (
            <Radio
              key={mode}
              value={mode}
              label={texts.options[mode][0]}
              description={texts.options[mode][1]}
              disabled={!mayChange || change.isPending}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Text size="sm" c="dimmed">
        {texts.narrower}
      </Text>
    </Stack>
  )
}
