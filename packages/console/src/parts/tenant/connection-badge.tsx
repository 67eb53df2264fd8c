import { Badge } from '@mantine/core'
import type { Tenant } from '../../queries/installation/tenants.ts'
import { tenantTexts } from '../../texts/tenants.ts'

const colors = { reachable: 'pine', unreachable: 'red', refused: 'red', unknown: 'gray' } as const

/** Whether the policy system answered when it was asked last. */
export function ConnectionBadge({ connection: { state } }: Pick<Tenant, 'connection'>) {
  return (
    <Badge variant="light" radius="sm" tt="none" fw={600} color={colors[state]} data-state={state}>
      {tenantTexts.connection.states[state]}
    </Badge>
  )
}
