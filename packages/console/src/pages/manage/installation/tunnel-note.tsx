import { Alert, Group, Text } from '@mantine/core'
import { IconDeviceLaptop } from '@tabler/icons-react'
import { GrantedConfirm } from '../../../parts/access/granted-confirm.tsx'
import { type Installation, useCloseTunnel } from '../../../queries/installation/installations.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { manage } from '../../../texts/manage.ts'
import { Time } from '../../../ui/text/time.tsx'

const texts = manage.tunnel

/** Says whose machine answers instead of the deployed release, and ends that; shown on every tab. */
export function TunnelNote({ installation }: { installation: Installation }) {
  const close = useCloseTunnel(installation.id)
  const closing = useGrant('closeTunnel', installation)
  const { tunnel } = installation
  if (tunnel === null) return null
  return (
    <Alert color="clay" mb="md" icon={<IconDeviceLaptop size={18} />} title={texts.title}>
      <Group justify="space-between">
        <Text size="sm">
          {texts.text(tunnel.by)} (<Time at={tunnel.since} />)
        </Text>
        <GrantedConfirm
          grant={closing}
          size="xs"
          label={texts.end}
          text={texts.endText}
          done={texts.ended}
          act={() => close.mutateAsync()}
        />
      </Group>
    </Alert>
  )
}
