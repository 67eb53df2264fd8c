import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import type { Variant } from '@mkt/manifest'
import { type FormEvent, useRef } from 'react'
import { problemAt } from '../lib/problem-at.ts'
import { type Tenant, useConnectTenant } from '../queries/installation/tenants.ts'
import { common } from '../texts/common.ts'
import { stateTexts } from '../texts/states.ts'
import { tenantTexts } from '../texts/tenants.ts'
import { FailureNote } from '../ui/feedback/failure.tsx'
import { CredentialInputs } from './credential-inputs.tsx'
import { useFocusOnFailure } from './focus-problem.ts'
import styles from './forms.module.css'
import { emptyTenant, storableTenant, tenantBody } from './tenant-draft.ts'
import { TypedNotes } from './typed-notes.tsx'
import { useTypedDraft } from './use-typed-draft.ts'

const texts = tenantTexts.form

interface Props {
  org: string
  /** Given where the listing decides it. */
  variant?: Variant
  onDone: (tenant: Tenant) => void
  onCancel?: () => void
}

export function TenantForm({ org, variant, onDone, onCancel }: Props) {
  const place = `tenant.${org}${variant ? `.${variant}` : ''}`
  const typed = useTypedDraft(place, emptyTenant(variant ?? 'connected'), { storable: storableTenant })
  const { draft } = typed
  const form = useRef<HTMLFormElement>(null)
  const connect = useConnectTenant(org)
  useFocusOnFailure(form, connect.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    connect.mutate(tenantBody(draft), {
      onSuccess: (tenant) => {
        typed.settle()
        onDone(tenant)
      },
    })
  }
  const text = (name: 'name' | 'apiUrl' | 'hostName' | 'tenantLocator') => ({
    name,
    label: texts[name],
    description: texts[`${name}Hint`],
    value: draft[name],
    error: problemAt(connect.error, `/${name}`),
    onChange: (event: { currentTarget: { value: string } }) => typed.type({ [name]: event.currentTarget.value }),
  })
  return (
    <form onSubmit={submit} noValidate ref={form}>
      <Stack gap="md" className={styles.narrow}>
        <TypedNotes typed={typed} secrets />
        <FailureNote failure={connect.error} atFields />
        {variant ? null : (
          <Radio.Group
            label={texts.variant}
            value={draft.variant}
            onChange={(next) => typed.type({ variant: next as Variant })}
          >
            <Group mt="xs">
              <Radio value="connected" label={stateTexts.variant.connected} />
              <Radio value="enterprise" label={stateTexts.variant.enterprise} />
            </Group>
          </Radio.Group>
        )}
        <TextInput {...text('name')} withAsterisk autoComplete="off" />
        <TextInput {...text('apiUrl')} withAsterisk type="url" placeholder="https://" spellCheck={false} />
        {draft.variant === 'enterprise' ? (
          <TextInput {...text('tenantLocator')} withAsterisk spellCheck={false} />
        ) : (
          <TextInput {...text('hostName')} withAsterisk spellCheck={false} />
        )}
        <CredentialInputs variant={draft.variant} draft={draft} failure={connect.error} onChange={typed.type} />
        <Group>
          {onCancel ? (
            <Button
              variant="default"
              onClick={() => {
                typed.settle()
                onCancel()
              }}
            >
              {common.cancel}
            </Button>
          ) : null}
          <Button type="submit" loading={connect.isPending}>
            {texts.submit}
          </Button>
          <Text size="sm" c="dimmed">
            {texts.checking}
          </Text>
        </Group>
      </Stack>
    </form>
  )
}
