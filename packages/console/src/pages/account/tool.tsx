import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useMe, useOrganization } from '../../queries/session/current-organization.ts'
import { useApproveTool } from '../../queries/session/tools.ts'
import { ssoTexts } from '../../texts/sso.ts'
import { FailureNote } from '../../ui/feedback/failure.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Section } from '../../ui/layout/section.tsx'

const texts = ssoTexts.tool
const route = getRouteApi('/shell/tool')

/** Lets `mkt login --sso`, which listens on this computer, sign in as the person who reads this. */
export function ToolPage() {
  const { port, state, challenge } = route.useSearch()
  const { organizations } = useMe()
  const here = useOrganization()
  const [chosen, setChosen] = useState(here?.id ?? organizations[0]?.id ?? null)
  const approve = useApproveTool()
  const back = (answer: Record<string, string>) =>
    window.location.assign(`http://127.0.0.1:${port}/?${new URLSearchParams({ ...answer, state: state ?? '' })}`)
  const complete = port !== undefined && state !== undefined && challenge !== undefined
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead} />
      <Section narrow>
        {complete ? (
          <Stack gap="md">
            <Alert color="clay">{texts.warning}</Alert>
            <Select
              label={texts.organization}
              data={organizations.map(({ id, title }) => ({ value: id, label: title }))}
              value={chosen}
              allowDeselect={false}
              onChange={setChosen}
            />
            <Text size="sm" c="dimmed">
              {texts.reach}
            </Text>
            <FailureNote failure={approve.error} />
            <Group>
              <Button
                loading={approve.isPending}
                disabled={chosen === null}
                onClick={() =>
                  chosen !== null &&
                  approve.mutate({ organization: chosen, challenge }, { onSuccess: ({ code }) => back({ code }) })
                }
              >
                {texts.approve}
              </Button>
              <Button variant="default" onClick={() => back({ error: 'refused' })}>
                {texts.refuse}
              </Button>
            </Group>
          </Stack>
        ) : (
          <Text>{texts.broken}</Text>
        )}
      </Section>
    </>
  )
}
