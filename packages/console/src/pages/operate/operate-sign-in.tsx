import { Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { platformSsoQuery } from '../../queries/identity/platform-sso.ts'
import { StaffProvider } from './staff-provider.tsx'
import { StaffSignIns } from './staff-sign-ins.tsx'

/** How moderators and operators sign in: their provider, and who of them has to use it. */
export function OperateSignIn() {
  const { data: shown } = useSuspenseQuery(platformSsoQuery)
  return (
    <Stack gap="lg">
      <StaffProvider key={shown.connection?.issuer} shown={shown} />
      <StaffSignIns shown={shown} />
    </Stack>
  )
}
