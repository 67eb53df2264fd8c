import { Badge, Tooltip } from '@mantine/core'
import { formatTime } from '../../../lib/format.ts'
import type { Tenant } from '../../../queries/tenants.ts'
import { tenantTexts } from '../../../texts/tenants.ts'

/** Of stored credentials only this is known: that they are set, when, and whether they are refused now. */
export function CredentialMarks({ tenant }: { tenant: Tenant }) {
  return Object.entries(tenant.credentials).map(([kind, mark]) =>
    mark ? (
      <Tooltip key={kind} label={`${tenantTexts.set} ${formatTime(mark.updatedAt)}`}>
        <Badge variant="light" radius="sm" tt="none" fw={500} color={mark.refusedAt ? 'red' : 'pine'}>
          {tenantTexts.kinds[kind] ?? kind}: {mark.refusedAt ? tenantTexts.refused : tenantTexts.set}
        </Badge>
      </Tooltip>
    ) : null,
  )
}
