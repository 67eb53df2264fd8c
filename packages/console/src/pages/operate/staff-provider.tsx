import { TextInput } from '@mantine/core'
import { problemAt } from '../../lib/problem-at.ts'
import { ProviderForm } from '../../parts/identity/provider-form.tsx'
import { SsoTest } from '../../parts/identity/sso-test.tsx'
import { providerSettings, useProviderDraft } from '../../parts/identity/use-provider-draft.ts'
import {
  type PlatformSsoSettings,
  type PlatformSsoShown,
  useDeletePlatformSso,
  usePutPlatformSso,
  useTestPlatformSso,
} from '../../queries/identity/platform-sso.ts'
import { useMay } from '../../queries/session/may.ts'
import { operate } from '../../texts/operate.ts'
import { ssoTexts } from '../../texts/sso.ts'
import { ConfirmButton } from '../../ui/action/confirm-button.tsx'
import { tellDone } from '../../ui/feedback/tell-done.tsx'
import { Section } from '../../ui/layout/section.tsx'

const texts = operate.signIn
const roles = [
  { value: 'operator', label: operate.people.operator },
  { value: 'moderator', label: operate.people.moderator },
]

const namesIn = (text: string) => text.split(/[\s,;]+/).filter((name) => name !== '')

export function StaffProvider({ shown }: { shown: PlatformSsoShown }) {
  const { connection } = shown
  const put = usePutPlatformSso()
  const remove = useDeletePlatformSso()
  const test = useTestPlatformSso()
  const mayChange = useMay('putPlatformSso')
  const mayRemove = useMay('deletePlatformSso')
  const mayTest = useMay('testPlatformSso')
  const opened = { domains: shown.domains.map(({ domain }) => domain).join(', ') }
  const typed = useProviderDraft('platform-sso', connection, opened)
  const { domains } = typed.draft
  return (
    <Section
      title={texts.provider}
      lead={texts.providerLead}
      actions={
        connection && mayRemove ? (
          <ConfirmButton
            label={ssoTexts.connection.remove}
            text={texts.removeText}
            color="red"
            act={() => remove.mutateAsync()}
          />
        ) : null
      }
    >
      <ProviderForm
        shown={shown}
        roles={roles}
        typed={typed}
        failure={put.error}
        saving={put.isPending}
        mayChange={mayChange}
        save={() =>
          put.mutate({ ...providerSettings(typed.draft), domains: namesIn(domains) } as PlatformSsoSettings, {
            onSuccess: () => {
              typed.settle({ ...typed.draft, clientSecret: '' })
              tellDone(ssoTexts.connection.saved)
            },
          })
        }
      >
        <TextInput
          label={texts.domains}
          description={texts.domainsHint}
          value={domains}
          error={problemAt(put.error, '/domains')}
          onChange={(event) => typed.type({ domains: event.currentTarget.value })}
        />
      </ProviderForm>
      {connection && mayTest ? <SsoTest test={test} workedAt={connection.workedAt} /> : null}
    </Section>
  )
}
