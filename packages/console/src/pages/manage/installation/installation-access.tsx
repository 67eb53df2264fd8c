import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { CredentialInputs } from '../../../forms/credential-inputs.tsx'
import formStyles from '../../../forms/forms.module.css'
import { emptyCredentials, replacementOf } from '../../../forms/tenant-draft.ts'
import { Granted } from '../../../parts/access/granted.tsx'
import { CredentialMarks } from '../../../parts/tenant/credential-marks.tsx'
import { TenantLink } from '../../../parts/tenant/tenant-link.tsx'
import {
  type Installation,
  installationQuery,
  useReplaceOwnCredentials,
} from '../../../queries/installation/installations.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { manage } from '../../../texts/manage.ts'
import { ConfirmButton } from '../../../ui/action/confirm-button.tsx'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { tellDone } from '../../../ui/feedback/tell-done.tsx'
import { Section } from '../../../ui/layout/section.tsx'

const route = getRouteApi('/shell/manage/installations/$installationId')
const texts = manage.access

/** How an installation gets into the policy system. */
export function InstallationAccess() {
  const { installationId } = route.useParams()
  const { data: installation } = useSuspenseQuery(installationQuery(installationId))
  return (
    <Stack gap="lg">
      <Section title={texts.credentials} lead={texts.lead}>
        <Credentials installation={installation} />
      </Section>
    </Stack>
  )
}

function Credentials({ installation }: { installation: Installation }) {
  const replacing = useGrant('replaceInstallationCredentials', installation)
  const marks = Object.values(installation.credentials)
  const isOwn = marks.some((mark) => mark?.set)
  const isRefused = marks.some((mark) => mark?.set && mark.refusedAt !== null)
  const isGone = !installation.operations.includes('uninstall')
  return (
    <Stack gap="md">
      <Text size="sm">
        {isOwn ? texts.own : texts.none} <TenantLink installation={installation} />
      </Text>
      {isOwn ? (
        <Group gap={6}>
          <CredentialMarks credentials={installation.credentials} />
        </Group>
      ) : null}
      {isRefused ? <Alert color="red">{texts.refused}</Alert> : null}
      {isGone ? null : (
        <div>
          <Granted grant={replacing} label={isOwn ? texts.replace : texts.enter} variant="default">
            <Replace installation={installation} isOwn={isOwn} />
          </Granted>
        </div>
      )}
    </Stack>
  )
}

function Replace({ installation, isOwn }: { installation: Installation; isOwn: boolean }) {
  const variant = 'token' in installation.credentials ? 'enterprise' : 'connected'
  const [draft, setDraft] = useState(emptyCredentials)
  const [open, setOpen] = useState(false)
  const replace = useReplaceOwnCredentials(installation.id)
  const erase = useReplaceOwnCredentials(installation.id)
  const nothing = variant === 'enterprise' ? { token: null } : { integration: null, data: null }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    replace.mutate(replacementOf(variant, draft), {
      onSuccess: () => {
        setDraft(emptyCredentials)
        setOpen(false)
        tellDone(texts.saved)
      },
    })
  }
  if (!open)
    return (
      <Group gap="xs">
        <Button variant="default" onClick={() => setOpen(true)}>
          {isOwn ? texts.replace : texts.enter}
        </Button>
        {isOwn ? (
          <ConfirmButton
            label={texts.erase}
            text={texts.eraseText}
            done={texts.erased}
            act={() => erase.mutateAsync(nothing)}
          />
        ) : null}
      </Group>
    )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" className={formStyles.narrow}>
        <FailureNote failure={replace.error} atFields />
        <CredentialInputs variant={variant} draft={draft} failure={replace.error} onChange={setDraft} />
        <div>
          <Button type="submit" loading={replace.isPending}>
            {texts.save}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
