import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Installation } from '../../../queries/installation/installations.ts'
import { tenantQuery } from '../../../queries/installation/tenants.ts'
import { ownedBy, useMay } from '../../../queries/session/may.ts'
import { manage } from '../../../texts/manage.ts'

/** Why there are no requests to the policy system: applications do not ask through the platform. */
export function RelayNote({ installation }: { installation: Installation }) {
  // Operators see requests, but not tenants.
  const mayRead = useMay('getTenant', ownedBy({ id: installation.organizationId }))
  const { data: tenant } = useQuery({ ...tenantQuery(installation.tenantId), enabled: mayRead })
  if (tenant?.relay !== 'off') return null
  return (
    <Alert color="clay">
      {manage.tenantCalls.offText}{' '}
      <Link to="/manage/tenants/$tenantId" params={{ tenantId: installation.tenantId }}>
        {manage.tenantCalls.tenant}
      </Link>
    </Alert>
  )
}
