import { Stack, Switch, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { signInPolicyQuery, useChangeSignInPolicy } from '../../../queries/identity/sign-in-policy.ts'
import { ssoQuery } from '../../../queries/identity/sso.ts'
import { useOrganization } from '../../../queries/session/current-organization.ts'
import { ownedBy, useMay } from '../../../queries/session/may.ts'
import { signInTexts } from '../../../texts/sign-in.ts'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { ScimSetup } from './scim-setup.tsx'
import { SsoConnection } from './sso-connection.tsx'
import { SsoDomains } from './sso-domains.tsx'

const texts = signInTexts.policy

export function SignInSettingsPage() {
  const organization = useOrganization()
  if (!organization) return null
  return (
    <Boundary of={organization.id}>
      <Stack gap="lg">
        <SignInSettings organization={organization} />
        <ProviderSettings organization={organization} />
      </Stack>
    </Boundary>
  )
}

/** The provider and the directory, for those who may see them. */
function ProviderSettings({ organization }: { organization: { id: string } }) {
  const maySee = useMay('getSso', ownedBy(organization))
  return maySee ? <Provider organization={organization} /> : null
}

function Provider({ organization }: { organization: { id: string } }) {
  const { data: shown } = useSuspenseQuery(ssoQuery(organization.id))
  return (
    <>
      <SsoConnection key={`${organization.id} ${shown.connection?.issuer}`} organization={organization} shown={shown} />
      <SsoDomains organization={organization} shown={shown} />
      <ScimSetup organization={organization} />
    </>
  )
}

function SignInSettings({ organization }: { organization: NonNullable<ReturnType<typeof useOrganization>> }) {
  const { data: policy } = useSuspenseQuery(signInPolicyQuery(organization.id))
  const change = useChangeSignInPolicy(organization.id)
  const mayChange = useMay('changeSignInPolicy', ownedBy(organization))
  return (
    <Section title={texts.title} lead={texts.lead}>
      <Stack gap="md">
        <FailureNote failure={change.error} />
        <Switch
          label={texts.requireMfa}
          description={texts.requireMfaHint}
          checked={policy.requireMfa}
          disabled={!mayChange || change.isPending}
          onChange={(event) => change.mutate({ requireMfa: event.currentTarget.checked })}
        />
        <Switch
          label={signInTexts.sso.enforce}
          description={signInTexts.sso.enforceHint}
          checked={policy.enforceSso}
          disabled={!mayChange || change.isPending}
          onChange={(event) => change.mutate({ enforceSso: event.currentTarget.checked })}
        />
        {mayChange ? null : (
          <Text size="sm" c="dimmed">
            {texts.ownersOnly}
          </Text>
        )}
      </Stack>
    </Section>
  )
}
