import { Anchor, Text } from '@mantine/core'
import { ProviderForm } from '../../../parts/identity/provider-form.tsx'
import { SsoTest } from '../../../parts/identity/sso-test.tsx'
import { providerSettings, useProviderDraft } from '../../../parts/identity/use-provider-draft.ts'
import { type SsoSettings, type SsoShown, useDeleteSso, usePutSso, useTestSso } from '../../../queries/identity/sso.ts'
import { ownedBy, useMay } from '../../../queries/session/may.ts'
import { ssoTexts } from '../../../texts/sso.ts'
import { tellDone } from '../../../ui/feedback/tell-done.tsx'
import { ProviderSection } from './provider-section.tsx'

const texts = ssoTexts.connection
const roles = Object.entries(texts.roles).map(([value, label]) => ({ value, label }))

/** The provider of an organization. */
export function SsoConnection({ organization, shown }: { organization: { id: string }; shown: SsoShown }) {
  const { connection } = shown
  const put = usePutSso(organization.id)
  const remove = useDeleteSso(organization.id)
  const test = useTestSso(organization.id)
  const mayChange = useMay('putSso', ownedBy(organization))
  const mayTest = useMay('testSso', ownedBy(organization))
  const opened: { defaultRole: string } = { defaultRole: connection?.defaultRole ?? 'viewer' }
  const typed = useProviderDraft(`sso.${organization.id}`, connection, opened)
  return (
    <ProviderSection
      organization={organization}
      texts={texts}
      endedBy="deleteSso"
      connected={connection !== null}
      end={() => remove.mutateAsync()}
    >
      <Text size="sm" mb="md">
        <Anchor href="/docs/single-sign-on" target="_blank">
          {texts.guide}
        </Anchor>
      </Text>
      <ProviderForm
        shown={shown}
        roles={roles}
        typed={typed}
        defaultRole={{ value: typed.draft.defaultRole, onChange: (defaultRole) => typed.type({ defaultRole }) }}
        failure={put.error}
        saving={put.isPending}
        mayChange={mayChange}
        save={() =>
          put.mutate(providerSettings(typed.draft) as SsoSettings, {
            onSuccess: () => {
              typed.settle({ ...typed.draft, clientSecret: '' })
              tellDone(texts.saved)
            },
          })
        }
      />
      {connection && mayTest ? <SsoTest test={test} workedAt={connection.workedAt} /> : null}
    </ProviderSection>
  )
}
