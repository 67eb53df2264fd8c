import { Button, Group, PasswordInput, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type FormEvent, useState } from 'react'
import { problemAt } from '../../lib/problem-at.ts'
import { ownedBy, useMay } from '../../queries/session/may.ts'
import { type SsoSettings, type SsoShown, useDeleteSso, usePutSso } from '../../queries/sso.ts'
import { ssoTexts } from '../../texts/sso.ts'
import { ConfirmButton } from '../../ui/action/confirm-button.tsx'
import { FailureNote } from '../../ui/feedback/failure.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { CopyLine } from '../../ui/text/copy-line.tsx'
import { GroupRoles, type GroupRule, roleChoices } from './group-roles.tsx'
import { SsoTest } from './sso-test.tsx'

const texts = ssoTexts.connection

/** The provider of an organization: what it is called there and here, and which roles its groups give. */
export function SsoConnection({ organization, shown }: { organization: { id: string }; shown: SsoShown }) {
  const { connection, redirectUri } = shown
  const put = usePutSso(organization.id)
  const remove = useDeleteSso(organization.id)
  const mayChange = useMay('putSso', ownedBy(organization))
  const mayRemove = useMay('deleteSso', ownedBy(organization))
  const mayTest = useMay('testSso', ownedBy(organization))
  const [issuer, setIssuer] = useState(connection?.issuer ?? '')
  const [clientId, setClientId] = useState(connection?.clientId ?? '')
  const [clientSecret, setClientSecret] = useState('')
  const [groupsClaim, setGroupsClaim] = useState(connection?.groupsClaim ?? 'groups')
  const [defaultRole, setDefaultRole] = useState(connection?.defaultRole ?? 'viewer')
  const [rules, setRules] = useState<GroupRule[]>(connection?.groupRoles ?? [])
  const [trustMfa, setTrustMfa] = useState(connection?.trustMfa ?? false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const groupRoles = rules.filter(({ group }) => group.trim() !== '')
    const settings = { issuer, clientId, groupsClaim, defaultRole, groupRoles, trustMfa }
    const secret = clientSecret === '' ? {} : { clientSecret }
    put.mutate({ ...settings, ...secret } as SsoSettings, {
      onSuccess: () => {
        setClientSecret('')
        notifications.show({ message: texts.saved, color: 'pine' })
      },
    })
  }
  return (
    <Section
      title={texts.title}
      lead={texts.lead}
      actions={
        connection && mayRemove ? (
          <ConfirmButton label={texts.remove} text={texts.removeText} color="red" act={() => remove.mutateAsync()} />
        ) : null
      }
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md" maw={640}>
          <FailureNote failure={put.error} atFields />
          <div>
            <Text size="sm" fw={600} mb={4}>
              {texts.redirectUri}
            </Text>
            <CopyLine value={redirectUri} label={texts.redirectUri} />
          </div>
          <TextInput
            label={texts.issuer}
            description={texts.issuerHint}
            type="url"
            value={issuer}
            error={problemAt(put.error, '/issuer')}
            onChange={(event) => setIssuer(event.currentTarget.value)}
          />
          <TextInput
            label={texts.clientId}
            value={clientId}
            autoComplete="off"
            error={problemAt(put.error, '/clientId')}
            onChange={(event) => setClientId(event.currentTarget.value)}
          />
          <PasswordInput
            label={texts.clientSecret}
            description={connection?.clientSecret.set ? texts.secretKept : undefined}
            value={clientSecret}
            autoComplete="new-password"
            error={problemAt(put.error, '/clientSecret')}
            onChange={(event) => setClientSecret(event.currentTarget.value)}
          />
          <Group grow align="flex-start">
            <TextInput
              label={texts.groupsClaim}
              value={groupsClaim}
              error={problemAt(put.error, '/groupsClaim')}
              onChange={(event) => setGroupsClaim(event.currentTarget.value)}
            />
            <Select
              label={texts.defaultRole}
              data={roleChoices}
              value={defaultRole}
              allowDeselect={false}
              onChange={(next) => setDefaultRole(next ?? 'viewer')}
            />
          </Group>
          <GroupRoles rules={rules} onChange={setRules} />
          <Switch
            label={texts.trustMfa}
            description={texts.trustMfaHint}
            checked={trustMfa}
            onChange={(event) => setTrustMfa(event.currentTarget.checked)}
          />
          {mayChange ? (
            <Group>
              <Button type="submit" loading={put.isPending}>
                {texts.save}
              </Button>
            </Group>
          ) : null}
        </Stack>
      </form>
      {connection && mayTest ? <SsoTest org={organization.id} workedAt={connection.workedAt} /> : null}
    </Section>
  )
}
