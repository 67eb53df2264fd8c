import { Alert, Badge, Group, Stack } from '@mantine/core'
import { formatDuration } from '../../../lib/format.ts'
import { ConnectionBadge } from '../../../parts/tenant/connection-badge.tsx'
import { TestConnection } from '../../../parts/tenant/test-connection.tsx'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { registrationsQuery, type Tenant } from '../../../queries/installation/tenants.ts'
import { tenantTexts } from '../../../texts/tenants.ts'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { Facts } from '../../../ui/layout/facts.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Time } from '../../../ui/text/time.tsx'

const texts = tenantTexts.connection

/** How the policy system answers: whether it does, how fast, with how old credentials, and what was found different there. */
export function TenantConnection({ tenant }: { tenant: Tenant }) {
  const { connection, credentials } = tenant
  const { state, reason, since, checkedAt, latencyMs, nextCheckAt } = connection
  const sets = Object.entries(credentials).flatMap(([kind, mark]) => (mark ? [{ kind, mark }] : []))
  const trouble = state === 'unreachable' || state === 'refused'
  return (
    <Section title={texts.title} actions={<ConnectionBadge connection={connection} />}>
      <Stack gap="md">
        {trouble ? (
          <Alert color="red" role="alert" title={texts.states[state]}>
            {reason ? `${reason.replace(/\.$/, '')}. ` : null}
            {since ? (
              <>
                {texts.since} <Time at={since} />.{' '}
              </>
            ) : null}
            {texts.remedies[state]}
          </Alert>
        ) : null}
        <Facts
          rows={[
            { name: tenantTexts.form.hostName, value: tenant.hostName },
            { name: tenantTexts.form.apiUrl, value: tenant.apiUrl },
            { name: tenantTexts.form.tenantLocator, value: tenant.tenantLocator },
            {
              name: texts.checked,
              value: checkedAt ? (
                <>
                  <Time at={checkedAt} />
                  {latencyMs === null ? '' : `, ${texts.answeredIn(formatDuration(latencyMs))}`}
                </>
              ) : (
                texts.never
              ),
            },
            { name: texts.next, value: nextCheckAt ? <Time at={nextCheckAt} ahead="next" /> : null },
            ...sets.map(({ kind, mark }) => ({
              name: texts.credentials[kind] ?? kind,
              value: <CredentialAge mark={mark} />,
            })),
            {
              name: texts.drift,
              value: (
                <Boundary lines={1}>
                  <Drift tenantId={tenant.id} />
                </Boundary>
              ),
            },
          ]}
        />
        <TestConnection tenant={tenant} />
      </Stack>
    </Section>
  )
}

/** When a set was entered and used last, and whether it is refused now; nothing else of it is known here. */
function CredentialAge({ mark }: { mark: NonNullable<Tenant['credentials'][keyof Tenant['credentials']]> }) {
  if (!mark.set) return tenantTexts.notSet
  return (
    <Group gap={6}>
      <span>
        {texts.entered} <Time at={mark.updatedAt} />,{' '}
        {mark.lastUsedAt ? (
          <>
            {texts.used} <Time at={mark.lastUsedAt} />
          </>
        ) : (
          texts.notUsed
        )}
      </span>
      {mark.refusedAt ? (
        <Badge variant="light" radius="sm" tt="none" fw={600} color="red">
          {tenantTexts.refused}
        </Badge>
      ) : null}
    </Group>
  )
}

function Drift({ tenantId }: { tenantId: string }) {
  const { items, more } = usePaged(registrationsQuery(tenantId, {}), { shown: defaultOrders.registrations })
  const wrong = items.filter(({ failure, missingPaths }) => failure !== null || missingPaths.length > 0).length
  const settled = more === undefined && items.every(({ state }) => state === 'REGISTERED')
  const repaired = items.flatMap(({ difference }) => difference)
  const latest = repaired
    .map(({ at }) => at)
    .sort()
    .at(-1)
  const none = settled ? texts.noDrift(items.length) : texts.noneFound
  if (latest === undefined) return wrong > 0 ? texts.wrong(wrong) : none
  return (
    <>
      {wrong > 0 ? `${texts.wrong(wrong)}. ` : null}
      {texts.repaired(repaired.length)} <Time at={latest} />
    </>
  )
}
