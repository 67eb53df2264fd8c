import { Alert, Button, List, Stack } from '@mantine/core'
import '@mantine/core/styles/List.css'
import { IconPlugConnected } from '@tabler/icons-react'
import { formatDuration } from '../../lib/format.ts'
import { type Tenant, useTestTenant } from '../../queries/installation/tenants.ts'
import { useGrant } from '../../queries/session/grant.ts'
import { tenantTexts } from '../../texts/tenants.ts'
import { FailureNote } from '../../ui/feedback/failure.tsx'
import { Granted } from '../access/granted.tsx'

const texts = tenantTexts.connection

/** Tries the stored credentials now and says what became of each set. */
export function TestConnection({ tenant }: { tenant: Pick<Tenant, 'id' | 'organizationId'> }) {
  const test = useTestTenant(tenant.id)
  const testing = useGrant('testTenant', tenant)
  const sets = test.data?.sets ?? []
  const passed = sets.every((set) => set.passed)
  return (
    <Stack gap="sm" align="flex-start">
      <FailureNote failure={test.error} />
      <Granted
        grant={testing}
        label={texts.test}
        variant="default"
        size="xs"
        leftSection={<IconPlugConnected size={15} />}
      >
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlugConnected size={15} />}
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          {texts.test}
        </Button>
      </Granted>
      {test.data ? (
        <Alert color={passed ? 'pine' : 'red'} role="status" title={passed ? texts.passed : texts.failed}>
          <List size="sm">
            {sets.map(({ kind, message, latencyMs }) => (
              <List.Item key={kind}>
                {tenantTexts.kinds[kind]}:{' '}
                {message ?? texts.answered(latencyMs === null ? '' : formatDuration(latencyMs))}
              </List.Item>
            ))}
          </List>
        </Alert>
      ) : null}
    </Stack>
  )
}
