import { Button, Group, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import { useLinkSso } from '../../queries/identity/sso.ts'
import { useMe } from '../../queries/session/current-organization.ts'
import { ssoTexts } from '../../texts/sso.ts'
import { FailureNote } from '../../ui/feedback/failure.tsx'
import { Section } from '../../ui/layout/section.tsx'

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
        <Group align="flex-end" gap="xs">
          <Select
            label={texts.organization}
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
