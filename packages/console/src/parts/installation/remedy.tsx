import type { Installation } from '../../queries/installation/installations.ts'
import { manage } from '../../texts/manage.ts'
import { LinkButton } from '../../ui/action/link-button.tsx'

/** The way to fix what is wrong with an installation. */
export function Remedy({ installation }: { installation: Pick<Installation, 'id' | 'tenantId' | 'health'> }) {
  const { code } = installation.health
  const label = manage.healthActions[code ?? '']
  if (label === undefined) return null
  const look = { size: 'xs', variant: 'default' } as const
  const params = { installationId: installation.id }
  // They may be the installation's own or the tenant's: that page shows which, and leads to the tenant.
  if (code === 'credentials_refused') {
    return (
      <LinkButton {...look} to="/manage/installations/$installationId/access" params={params}>
        {label}
      </LinkButton>
    )
  }
  if (code === 'tenant_unreachable') {
    return (
      <LinkButton {...look} to="/manage/tenants/$tenantId" params={{ tenantId: installation.tenantId }}>
        {label}
      </LinkButton>
    )
  }
  if (code === 'calls_failing') {
    return (
      <LinkButton
        {...look}
        to="/manage/installations/$installationId/activity"
        params={params}
        search={{ kind: 'call', outcome: 'failed' }}
      >
        {label}
      </LinkButton>
    )
  }
  if (code === 'deliveries_paused' || code === 'deliveries_failing') {
    return (
      <LinkButton
        {...look}
        to="/manage/installations/$installationId/activity"
        params={params}
        search={{ kind: 'delivery' }}
      >
        {label}
      </LinkButton>
    )
  }
  return (
    <LinkButton {...look} to="/manage/installations/$installationId/log" params={params}>
      {label}
    </LinkButton>
  )
}
