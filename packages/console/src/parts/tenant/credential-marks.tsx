import { Badge, Tooltip } from '@mantine/core'
import { formatTime } from '../../lib/format.ts'
import type { Installation } from '../../queries/installation/installations.ts'
import { tenantTexts } from '../../texts/tenants.ts'

/** Shows whether credentials are stored, since when, and whether they are refused now; nothing else of them is known here. */
export function CredentialMarks({ credentials }: { credentials: Installation['credentials'] }) {
  return Object.entries(credentials).map(([kind, mark]) => {
    if (!mark) return null
    const name = tenantTexts.kinds[kind] ?? kind
    if (!mark.set)
      return (
        <Badge key={kind} variant="light" radius="sm" tt="none" fw={500} color="gray">
          {name}: {tenantTexts.notSet}
        </Badge>
      )
    return (
      <Tooltip key={kind} label={`${tenantTexts.set} ${formatTime(mark.updatedAt)}`}>
        <Badge variant="light" radius="sm" tt="none" fw={500} color={mark.refusedAt ? 'red' : 'pine'}>
          {name}: {mark.refusedAt ? tenantTexts.refused : tenantTexts.set}
        </Badge>
      </Tooltip>
    )
  })
}
