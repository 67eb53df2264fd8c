import { Badge, Tooltip } from '@mantine/core'
import type { Installation } from '../../../queries/installations.ts'
import { manage } from '../../../texts/manage.ts'

/** Said where an installation runs by its own account but its containers do not answer. */
export function Health({ installation }: { installation: Installation }) {
  if (installation.health !== 'sick' || installation.state === 'ERROR') return null
  return (
    <Tooltip label={manage.healthText} multiline w={260}>
      <Badge variant="light" color="red" radius="sm" tt="none" fw={600} data-state="SICK">
        {manage.health.sick}
      </Badge>
    </Tooltip>
  )
}
