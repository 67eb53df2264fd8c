import { Button, Group, Stack, Text } from '@mantine/core'
import type { useTestSso } from '../../queries/identity/sso.ts'
import { ssoTexts } from '../../texts/sso.ts'
import { FailureNote } from '../../ui/feedback/failure.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import { Time } from '../../ui/text/time.tsx'

const texts = ssoTexts.test

/** Tries the connection and shows how far it came, step by step. */
export function SsoTest({ test, workedAt }: { test: ReturnType<typeof useTestSso>; workedAt: string | null }) {
  const url = test.data?.url
  return (
    <Stack gap="sm" mt="lg" maw={640}>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {ssoTexts.connection.worked}: {workedAt ? <Time at={workedAt} /> : ssoTexts.connection.never}
        </Text>
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          {texts.run}
        </Button>
      </Group>
      <FailureNote failure={test.error} />
      <div role="status">
        {test.data?.steps.map(({ step, outcome, detail }) => (
          <Group key={step} gap="xs" wrap="nowrap">
            <Tag>{texts.outcomes[outcome]}</Tag>
            <Text size="sm">{detail}</Text>
          </Group>
        ))}
      </div>
      {url ? (
        <Group>
          <Button onClick={() => window.location.assign(url)}>{texts.goOn}</Button>
        </Group>
      ) : null}
    </Stack>
  )
}
