import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useMe, useOrganization } from '../../../queries/session/current-organization.ts'
import { ssoTexts } from '../../../texts/sso.ts'
import { FailureNote } from '../../../ui/feedback/failure.tsx'

const texts = ssoTexts.approval

interface Props {
  warning: string
  /** What is known of the one who asks. */
  about?: ReactNode
  failure: unknown
  /** Which of the two was pressed and is not answered yet. */
  busy: 'approve' | 'refuse' | undefined
  onApprove: (organization: string) => void
  onRefuse: () => void
}

/** Asks a person whether `mkt` may sign in as them, and for which organization. */
export function ToolApproval({ warning, about, failure, busy, onApprove, onRefuse }: Props) {
  const { organizations } = useMe()
  const here = useOrganization()
  const [chosen, setChosen] = useState(here?.id ?? organizations[0]?.id ?? null)
  return (
    <Stack gap="md">
      <Alert color="clay">{warning}</Alert>
      {about}
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
      <FailureNote failure={failure} />
      <Group>
        <Button
          loading={busy === 'approve'}
          disabled={chosen === null || busy === 'refuse'}
          onClick={() => chosen !== null && onApprove(chosen)}
        >
          {texts.approve}
        </Button>
        <Button variant="default" loading={busy === 'refuse'} disabled={busy === 'approve'} onClick={onRefuse}>
          {texts.refuse}
        </Button>
      </Group>
    </Stack>
  )
}
