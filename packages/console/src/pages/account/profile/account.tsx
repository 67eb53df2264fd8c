import { Stack } from '@mantine/core'
import { useChangeProfile } from '../../../queries/session/account.ts'
import { useMe } from '../../../queries/session/current-organization.ts'
import { useEndOtherSessions } from '../../../queries/session/factors.ts'
import { organizationTexts } from '../../../texts/organization.ts'
import { signInTexts } from '../../../texts/sign-in.ts'
import { ConfirmButton } from '../../../ui/action/confirm-button.tsx'
import { RenameButton } from '../../../ui/action/rename-button.tsx'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { AddressInput } from '../../../ui/list/address-input.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { LinkSso } from '../security/link-sso.tsx'
import { PasswordForm } from '../security/password-form.tsx'
import { Security } from '../security/security.tsx'
import { Sessions } from '../security/sessions.tsx'
import { MailChoice } from './mail-choice.tsx'
import { OwnOrganizations } from './own-organizations.tsx'
import { PreferencesSection } from './preferences.tsx'

const texts = organizationTexts.account

export function AccountPage() {
  const { person } = useMe()
  const rename = useChangeProfile()
  const { words } = useAddress()
  const endOthers = useEndOtherSessions()
  return (
    <>
      <PageHeader
        title={person.name}
        lead={person.email}
        actions={
          <RenameButton
            label={texts.rename}
            name={texts.name}
            value={person.name}
            pointer="/name"
            act={(name) => rename.mutateAsync(name)}
          />
        }
      />
      <Stack gap="lg">
        <OwnOrganizations />
        <PreferencesSection />
        <MailChoice />
        <Section title={texts.password}>
          <PasswordForm />
        </Section>
        <Boundary of="factors">
          <Security />
        </Boundary>
        <Boundary of="sso-links">
          <LinkSso />
        </Boundary>
        <Section
          flush
          title={texts.sessions}
          actions={
            <>
              <AddressInput label={texts.searchSessions} word="q" />
              <ConfirmButton
                label={signInTexts.security.signOutElsewhere}
                text={signInTexts.security.signOutElsewhereText}
                color="red"
                act={() => endOthers.mutateAsync()}
              />
            </>
          }
        >
          <Boundary of={JSON.stringify(words)}>
            <Sessions q={words.q} />
          </Boundary>
        </Section>
      </Stack>
    </>
  )
}
