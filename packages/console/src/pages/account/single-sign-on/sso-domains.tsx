import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { problemAt } from '../../../lib/problem-at.ts'
import { Granted } from '../../../parts/access/granted.tsx'
import { GrantedConfirm } from '../../../parts/access/granted-confirm.tsx'
import {
  type SsoShown,
  useAddSsoDomain,
  useRemoveSsoDomain,
  useVerifySsoDomain,
} from '../../../queries/identity/sso.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { ownedBy, useMay } from '../../../queries/session/may.ts'
import { common } from '../../../texts/common.ts'
import { ssoTexts } from '../../../texts/sso.ts'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { CopyLine } from '../../../ui/text/copy-line.tsx'
import { Tag } from '../../../ui/text/tag.tsx'

const texts = ssoTexts.domains

export function SsoDomains({ organization, shown }: { organization: { id: string }; shown: SsoShown }) {
  const add = useAddSsoDomain(organization.id)
  const mayAdd = useMay('addSsoDomain', ownedBy(organization))
  const [domain, setDomain] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate(domain, { onSuccess: () => setDomain('') })
  }
  return (
    <Section title={texts.title} lead={texts.lead}>
      <Stack gap="md" maw={640}>
        {shown.domains.length === 0 ? (
          <Text size="sm" c="dimmed">
            {texts.none}
          </Text>
        ) : null}
        {shown.domains.map((row) => (
          <DomainRow key={row.id} row={row} organization={organization} />
        ))}
        <FailureNote failure={add.error} atFields />
        {mayAdd ? (
          <form onSubmit={submit} noValidate>
            <Group align="flex-end" gap="xs">
              <TextInput
                label={texts.domain}
                value={domain}
                error={problemAt(add.error, '/domain')}
                onChange={(event) => setDomain(event.currentTarget.value)}
              />
              <Button type="submit" variant="default" loading={add.isPending} disabled={domain === ''}>
                {texts.add}
              </Button>
            </Group>
          </form>
        ) : null}
      </Stack>
    </Section>
  )
}

function DomainRow({ row, organization }: { row: SsoShown['domains'][number]; organization: { id: string } }) {
  const verify = useVerifySsoDomain()
  const remove = useRemoveSsoDomain()
  const verifying = useGrant('verifySsoDomain', ownedBy(organization))
  const removing = useGrant('removeSsoDomain', ownedBy(organization))
  const { domain, record, verifiedAt, failingSince } = row
  return (
    <Stack gap={6}>
      <Group justify="space-between">
        <Group gap="xs">
          <Text fw={600}>{domain}</Text>
          <Tag>{verifiedAt ? texts.verified : texts.unverified}</Tag>
          {failingSince ? <Tag>{texts.failing}</Tag> : null}
        </Group>
        <Group gap="xs">
          {!verifiedAt || failingSince ? (
            <Granted grant={verifying} label={texts.verify} of={domain} size="xs" variant="default">
              <Button
                size="xs"
                variant="default"
                aria-label={common.of(texts.verify, domain)}
                loading={verify.isPending}
                onClick={() => verify.mutate(row.id)}
              >
                {texts.verify}
              </Button>
            </Granted>
          ) : null}
          <GrantedConfirm
            grant={removing}
            size="xs"
            label={texts.remove}
            of={domain}
            text={texts.removeText(domain)}
            color="red"
            act={() => remove.mutateAsync(row.id)}
          />
        </Group>
      </Group>
      <FailureNote failure={verify.error} />
      {verifiedAt && !failingSince ? null : (
        <>
          <Record label={texts.recordName(domain)} value={record.name} />
          <Record label={texts.recordValue(domain)} value={record.value} />
        </>
      )}
    </Stack>
  )
}

/** A line to enter where the domain is managed, and what it is: two lines without names are easily confused. */
function Record({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <CopyLine value={value} label={label} />
    </div>
  )
}
