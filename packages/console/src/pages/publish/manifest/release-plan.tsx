import { Button, Code, Stack, Text } from '@mantine/core'
import { type ReleasePlan as Plan, usePlanRelease } from '../../../queries/release/releases.ts'
import { publish } from '../../../texts/publish.ts'
import { TextLink } from '../../../ui/action/link-button.tsx'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { PlainList } from '../../../ui/layout/plain-list.tsx'
import { Section } from '../../../ui/layout/section.tsx'

const texts = publish.manifest.plan

/** What releasing this manifest would do to the installations there are. An answer holds for the text it was asked for. */
export function ReleasePlan({ listingId, text, ready }: { listingId: string; text: string; ready: boolean }) {
  const check = usePlanRelease(listingId)
  const current = check.variables === text
  return (
    <Section title={texts.title} lead={texts.lead}>
      <Stack gap="sm" align="flex-start">
        <Button variant="default" disabled={!ready} loading={check.isPending} onClick={() => check.mutate(text)}>
          {texts.check}
        </Button>
        {ready ? null : (
          <Text size="sm" c="dimmed">
            {texts.notReady}
          </Text>
        )}
        <FailureNote failure={current ? check.error : null} />
      </Stack>
      <div role="status">{current && check.data ? <Planned plan={check.data} /> : null}</div>
    </Section>
  )
}

function Planned({ plan }: { plan: Plan }) {
  const { total, fine, needConfiguration } = plan.installations
  return (
    <Stack gap="sm" mt="sm">
      <Text size="sm" fw={600}>
        {total === 0 ? texts.none : texts.counts(total, fine, needConfiguration)}
      </Text>
      {plan.needsReview ? <Text size="sm">{texts.needsReview}</Text> : null}
      {needConfiguration > 0 ? (
        <PlainList>
          {plan.own.map(({ installationId, tenant, problems }) => (
            <li key={installationId}>
              <TextLink to="/manage/installations/$installationId" params={{ installationId }} size="sm">
                {tenant}
              </TextLink>
              {problems.map((problem) => (
                <Text key={`${problem.rule} ${problem.pointer}`} size="sm">
                  <Code>{problem.rule}</Code> {problem.message}
                </Text>
              ))}
            </li>
          ))}
          {plan.others.map(({ rule, count }) => (
            <li key={rule}>
              <Text size="sm">
                <Code>{rule}</Code> {texts.others(count)}
              </Text>
            </li>
          ))}
        </PlainList>
      ) : null}
    </Stack>
  )
}
