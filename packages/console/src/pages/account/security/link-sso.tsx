import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ssoLinksQuery, useLinkSso, useUnlinkSso } from '../../../queries/identity/sso.ts'
import { useMe } from '../../../queries/session/current-organization.ts'
import { ssoTexts } from '../../../texts/sso.ts'
import { ConfirmButton } from '../../../ui/action/confirm-button.tsx'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Time } from '../../../ui/text/time.tsx'

const texts = ssoTexts.link
const STAFF = 'platform'

/** Links the account with the provider of an organization of the person; those that wait for it are offered too. */
export function LinkSso() {
  const { person, organizations, withheld } = useMe()
  const isStaff = (person.platformRole ?? withheld.platformRole) !== null
  const all = [...(isStaff ? [{ id: STAFF, title: texts.platform }] : []), ...organizations, ...withheld.organizations]
  const [chosen, setChosen] = useState(all[0]?.id ?? null)
  const link = useLinkSso()
  if (all.length === 0) return null
  return (
    <Section title={texts.title} lead={texts.lead}>
      <Stack gap="md">
        <FailureNote failure={link.error} />
        <Links />
        <Group align="flex-end" gap="xs">
          <Select
            label={texts.organization}
            flex="0 1 22rem"
            data={all.map(({ id, title }) => ({ value: id, label: title }))}
            value={chosen}
            allowDeselect={false}
            onChange={setChosen}
          />
          <Button
            variant="default"
            loading={link.isPending}
            disabled={chosen === null}
            onClick={() =>
              chosen !== null && link.mutate(chosen === STAFF ? { staff: true } : { organization: chosen })
            }
          >
            {texts.link}
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}

/** The providers that sign the person in. */
function Links() {
  const { data } = useSuspenseQuery(ssoLinksQuery)
  const unlink = useUnlinkSso()
  return data.links.map(({ id, organization, issuer, email, linkedAt, lastUsedAt }) => {
    const name = organization?.title ?? texts.platform
    return (
      <Group key={id} justify="space-between">
        <div>
          <Text size="sm">{name}</Text>
          <Text size="xs" c="dimmed">
            {texts.as(email, issuer)} · {lastUsedAt === null ? texts.linked : texts.lastUsed}{' '}
            <Time at={lastUsedAt ?? linkedAt} />
          </Text>
        </div>
        <ConfirmButton
          label={texts.unlink}
          of={name}
          color="red"
          text={texts.unlinkText}
          act={() => unlink.mutateAsync(id)}
        />
      </Group>
    )
  })
}
