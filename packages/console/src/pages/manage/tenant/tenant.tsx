import { Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Granted } from '../../../parts/access/granted.tsx'
import { GrantedConfirm } from '../../../parts/access/granted-confirm.tsx'
import { tenantQuery, useDeleteTenant, useRenameTenant } from '../../../queries/installation/tenants.ts'
import { useEnterOrganization } from '../../../queries/session/current-organization.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { stateTexts } from '../../../texts/states.ts'
import { tenantTexts } from '../../../texts/tenants.ts'
import { RenameButton } from '../../../ui/action/rename-button.tsx'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Registered } from './registered.tsx'
import { ReplaceCredentials } from './replace-credentials.tsx'
import { TenantConnection } from './tenant-connection.tsx'
import { TenantProducts } from './tenant-products.tsx'
import { TenantRelay } from './tenant-relay.tsx'

const route = getRouteApi('/shell/manage/tenants/$tenantId')
const texts = tenantTexts

export function TenantPage() {
  const { tenantId } = route.useParams()
  const navigate = useNavigate()
  const { data: tenant } = useSuspenseQuery(tenantQuery(tenantId))
  useEnterOrganization(tenant.organizationId)
  const rename = useRenameTenant(tenantId)
  const remove = useDeleteTenant(tenantId)
  const renaming = useGrant('changeTenant', tenant)
  const deleting = useGrant('deleteTenant', tenant)
  const replacing = useGrant('replaceTenantCredentials', tenant)
  return (
    <>
      <PageHeader
        crumbs={<Link to="/manage/tenants">{texts.title}</Link>}
        title={tenant.name}
        lead={`${texts.columns.variant}: ${stateTexts.variant[tenant.variant]}`}
        actions={
          <>
            <Granted grant={renaming} label={texts.rename} variant="default">
              <RenameButton
                label={texts.rename}
                name={texts.form.name}
                value={tenant.name}
                pointer="/name"
                act={(name) => rename.mutateAsync(name)}
              />
            </Granted>
            <GrantedConfirm
              grant={deleting}
              label={texts.delete}
              text={texts.deleteText}
              color="red"
              variant="subtle"
              act={() => remove.mutateAsync().then(() => navigate({ to: '/manage/tenants' }))}
            />
          </>
        }
      />
      <Stack gap="lg">
        <TenantConnection tenant={tenant} />
        <Section title={texts.products}>
          <Boundary>
            <TenantProducts tenant={tenant} />
          </Boundary>
        </Section>
        <Section title={texts.relay.title} lead={texts.relay.lead}>
          <TenantRelay tenant={tenant} />
        </Section>
        <Registered tenantId={tenantId} />
        {replacing.shown ? (
          <Section title={texts.replace} lead={texts.replaceLead}>
            <Granted grant={replacing} label={texts.replace} variant="default">
              <ReplaceCredentials key={tenant.id} tenant={tenant} />
            </Granted>
          </Section>
        ) : null}
      </Stack>
    </>
  )
}
