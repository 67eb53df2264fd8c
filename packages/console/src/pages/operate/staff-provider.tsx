import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { problemAt } from '../../lib/problem-at.ts'
import { ProviderForm } from '../../parts/identity/provider-form.tsx'
import { SsoTest } from '../../parts/identity/sso-test.tsx'
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
  const [domains, setDomains] = useState(shown.domains.map(({ domain }) => domain).join(', '))
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
        failure={put.error}
        saving={put.isPending}
        mayChange={mayChange}
        save={(settings, done) =>
          put.mutate({ ...settings, domains: namesIn(domains) } as PlatformSsoSettings, {
            onSuccess: () => {
              done()
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
          onChange={(event) => setDomains(event.currentTarget.value)}
        />
      </ProviderForm>
      {connection && mayTest ? <SsoTest test={test} workedAt={connection.workedAt} /> : null}
    </Section>
  )
}
