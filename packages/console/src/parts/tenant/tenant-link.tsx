import type { Installation } from '../../queries/installation/installations.ts'
import { useMay } from '../../queries/session/may.ts'
import { TextLink } from '../../ui/action/link-button.tsx'

/** The tenant of an installation, and the way to it for those who may see it. */
export function TenantLink({
  installation,
}: {
  installation: Pick<Installation, 'tenant' | 'organizationId' | 'test'>
}) {
  const { tenant, organizationId, test } = installation
  const maySee = useMay('getTenant', { organizationId, test })
  if (tenant === null || !maySee) return tenant?.name
  return (
    // Underlined: it also stands in sentences, where its colour alone does not tell it from the words around it.
    <TextLink to="/manage/tenants/$tenantId" params={{ tenantId: tenant.id }} inherit underline="always">
      {tenant.name}
    </TextLink>
  )
}
