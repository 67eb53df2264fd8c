import { Button, Group, PasswordInput, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { problemAt } from '../../lib/problem-at.ts'
import type { SsoShown } from '../../queries/identity/sso.ts'
import { ssoTexts } from '../../texts/sso.ts'
import { FailureNote } from '../../ui/feedback/failure.tsx'
import { CopyLine } from '../../ui/text/copy-line.tsx'
import { GroupRoles, type GroupRule, type RoleChoice } from './group-roles.tsx'

const texts = ssoTexts.connection

export interface ProviderSettings {
  issuer: string
  clientId: string
  clientSecret?: string
  groupsClaim: string
  groupRoles: GroupRule[]
  trustMfa: boolean
}

/** A provider of OpenID Connect: what it is called there and here, and which roles its groups give. */
export function ProviderForm(props: {
  shown: Pick<SsoShown, 'connection' | 'redirectUri'>
  /** Roles that groups can give, strongest first. */
  roles: readonly RoleChoice[]
  /** Inputs beside those that every provider has. */
  children?: ReactNode
  defaultRole?: { value: string; onChange: (role: string) => void }
  save: (settings: ProviderSettings, done: () => void) => void
  failure: Error | null
  saving: boolean
  mayChange: boolean
}) {
  const { connection, redirectUri } = props.shown
  const { failure, defaultRole } = props
  const [issuer, setIssuer] = useState(connection?.issuer ?? '')
  const [clientId, setClientId] = useState(connection?.clientId ?? '')
  const [clientSecret, setClientSecret] = useState('')
  const [groupsClaim, setGroupsClaim] = useState(connection?.groupsClaim ?? 'groups')
  const [rules, setRules] = useState<GroupRule[]>(connection?.groupRoles ?? [])
  const [trustMfa, setTrustMfa] = useState(connection?.trustMfa ?? false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const groupRoles = rules.filter(({ group }) => group.trim() !== '')
    const secret = clientSecret === '' ? {} : { clientSecret }
    props.save({ issuer, clientId, groupsClaim, groupRoles, trustMfa, ...secret }, () => setClientSecret(''))
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={640}>
        <FailureNote failure={failure} atFields />
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
          error={problemAt(failure, '/issuer')}
          onChange={(event) => setIssuer(event.currentTarget.value)}
        />
        <TextInput
          label={texts.clientId}
          value={clientId}
          autoComplete="off"
          error={problemAt(failure, '/clientId')}
          onChange={(event) => setClientId(event.currentTarget.value)}
        />
        <PasswordInput
          label={texts.clientSecret}
          description={connection?.clientSecret.set ? texts.secretKept : undefined}
          value={clientSecret}
          autoComplete="new-password"
          error={problemAt(failure, '/clientSecret')}
          onChange={(event) => setClientSecret(event.currentTarget.value)}
        />
        <Group grow align="flex-start">
          <TextInput
            label={texts.groupsClaim}
            value={groupsClaim}
            error={problemAt(failure, '/groupsClaim')}
            onChange={(event) => setGroupsClaim(event.currentTarget.value)}
          />
          {defaultRole ? (
            <Select
              label={texts.defaultRole}
              data={[...props.roles]}
              value={defaultRole.value}
              allowDeselect={false}
              onChange={(next) => defaultRole.onChange(next ?? 'viewer')}
            />
          ) : null}
        </Group>
        <GroupRoles roles={props.roles} rules={rules} onChange={setRules} />
        {props.children}
        <Switch
          label={texts.trustMfa}
          description={texts.trustMfaHint}
          checked={trustMfa}
          onChange={(event) => setTrustMfa(event.currentTarget.checked)}
        />
        {props.mayChange ? (
          <Group>
            <Button type="submit" loading={props.saving}>
              {texts.save}
            </Button>
          </Group>
        ) : null}
      </Stack>
    </form>
  )
}
