import { Radio, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Radio.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { onTenantQuery } from '../../../queries/installation/installations.ts'
import { type Tenant, useChangeRelay } from '../../../queries/installation/tenants.ts'
import { useMay } from '../../../queries/session/may.ts'
import { tenantTexts } from '../../../texts/tenants.ts'
import { ConfirmDialog } from '../../../ui/action/confirm-dialog.tsx'
import { tellDone } from '../../../ui/feedback/tell-done.tsx'

const texts = tenantTexts.relay
const modes = ['off', 'read', 'write'] as const
type Mode = (typeof modes)[number]

/** How applications get into the policy system: with its token, or through the relay. A change says first whom it reaches. */
export function TenantRelay({ tenant }: { tenant: Tenant }) {
  const mayChange = useMay('changeTenant', tenant)
  const change = useChangeRelay(tenant.id)
  const [asking, ask] = useState(false)
  const [wanted, want] = useState<Mode>(tenant.relay)
  const [title, meaning] = texts.options[wanted]
  const save = async () => {
    const before = tenant.relay
    await change.mutateAsync(wanted)
    tellDone(texts.changed, () => change.mutateAsync(before))
  }
  return (
    <Stack gap="md">
      <Radio.Group
        value={tenant.relay}
        onChange={(mode) => {
          want(mode as Mode)
          ask(true)
        }}
        aria-label={texts.title}
      >
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
      <ConfirmDialog
        opened={asking}
        onClose={() => ask(false)}
        title={texts.change(title)}
        label={texts.confirm}
        text={
          <Stack gap="sm">
            <Text>{meaning}</Text>
            <Reach tenant={tenant} />
          </Stack>
        }
        act={save}
      />
    </Stack>
  )
}

/** Which installations a change of the tenant reaches. */
function Reach({ tenant }: { tenant: Tenant }) {
  const { data, isError } = useQuery(onTenantQuery(tenant.organizationId, tenant.id))
  const reached = data?.map(({ name }) => name)
  return (
    <Text fw={600} role="status">
      {reached ? texts.reaches(reached) : isError ? texts.reachesUnknown : texts.counting}
    </Text>
  )
}
