import { Button, Group, PasswordInput, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { TypedNotes } from '../../forms/typed-notes.tsx'
import type { Typed } from '../../forms/use-typed-draft.ts'
import { problemAt } from '../../lib/problem-at.ts'
import type { SsoShown } from '../../queries/identity/sso.ts'
import { ssoTexts } from '../../texts/sso.ts'
import { FailureNote } from '../../ui/feedback/failure.tsx'
import { CopyLine } from '../../ui/text/copy-line.tsx'
import { GroupRoles, type RoleChoice } from './group-roles.tsx'
import type { ProviderDraft } from './use-provider-draft.ts'

const texts = ssoTexts.connection

/** A provider of OpenID Connect: what it is called there and here, and which roles its groups give. */
export function ProviderForm(props: {
  shown: Pick<SsoShown, 'connection' | 'redirectUri'>
  /** Roles that groups can give, strongest first. */
  roles: readonly RoleChoice[]
  /** Inputs beside those that every provider has. */
  children?: ReactNode
  defaultRole?: { value: string; onChange: (role: string) => void }
  typed: Typed<ProviderDraft>
  save: () => void
  failure: Error | null
  saving: boolean
  mayChange: boolean
}) {
  const { connection, redirectUri } = props.shown
  const { failure, defaultRole, typed } = props
  const { issuer, clientId, clientSecret, groupsClaim, groupRoles, trustMfa } = typed.draft
  const submit = (event: FormEvent) => {
    event.preventDefault()
    props.save()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={640}>
        <TypedNotes typed={typed} secrets />
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
          onChange={(event) => typed.type({ issuer: event.currentTarget.value })}
        />
        <TextInput
          label={texts.clientId}
          value={clientId}
          autoComplete="off"
          error={problemAt(failure, '/clientId')}
          onChange={(event) => typed.type({ clientId: event.currentTarget.value })}
        />
        <PasswordInput
          label={texts.clientSecret}
          description={connection?.clientSecret.set ? texts.secretKept : undefined}
          value={clientSecret}
          autoComplete="new-password"
          error={problemAt(failure, '/clientSecret')}
          onChange={(event) => typed.type({ clientSecret: event.currentTarget.value })}
        />
        <Group grow align="flex-start">
          <TextInput
            label={texts.groupsClaim}
            value={groupsClaim}
            error={problemAt(failure, '/groupsClaim')}
            onChange={(event) => typed.type({ groupsClaim: event.currentTarget.value })}
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
        <GroupRoles roles={props.roles} rules={groupRoles} onChange={(rules) => typed.type({ groupRoles: rules })} />
        {props.children}
        <Switch
          label={texts.trustMfa}
          description={texts.trustMfaHint}
          checked={trustMfa}
          onChange={(event) => typed.type({ trustMfa: event.currentTarget.checked })}
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
