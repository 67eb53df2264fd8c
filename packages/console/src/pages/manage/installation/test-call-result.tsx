import { Alert, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { formatAmount, formatName } from '../../../lib/format.ts'
import type { TestCallAnswer } from '../../../queries/activity/calls.ts'
import type { Installation } from '../../../queries/installation/installations.ts'
import { testCallTexts as texts } from '../../../texts/test-call.ts'
import { TextLink } from '../../../ui/action/link-button.tsx'
import { Facts } from '../../../ui/layout/facts.tsx'

interface Props {
  installation: Installation
  result: TestCallAnswer
}

/** What came of a test call: fields or premiums, or the problem with its cause. */
export function TestCallResult({ installation, result }: Props) {
  const { kind, status, durationMs, problem, requestId } = result
  const rows = kind === 'autofill' ? fieldRows(result) : premiumRows(result)
  return (
    <Alert
      color={problem === null ? 'pine' : 'red'}
      role="status"
      icon={problem === null ? <IconCheck size={18} /> : undefined}
      title={problem === null ? texts.answered : texts.failed}
    >
      <Stack gap="sm">
        <Text size="sm">{texts.status(status, durationMs)}</Text>
        {problem === null ? null : <Text size="sm">{problem.detail}</Text>}
        {rows.length > 0 ? <Facts rows={rows} /> : null}
        {problem === null && rows.length === 0 ? <Text size="sm">{texts.nothing[kind]}</Text> : null}
        {requestId === null ? null : (
          <TextLink
            to="/manage/installations/$installationId/activity"
            params={{ installationId: installation.id }}
            search={{ request: requestId }}
            size="sm"
          >
            {texts.open}
          </TextLink>
        )}
      </Stack>
    </Alert>
  )
}

/** A field with several values stands once. */
function fieldRows({ filled }: TestCallAnswer) {
  const values = new Map<string, string[]>()
  for (const { name, value } of filled) values.set(name, [...(values.get(name) ?? []), value])
  return [...values].map(([name, all]) => ({ name, value: all.join(', ') }))
}

function premiumRows({ premiums, total, currency }: TestCallAnswer) {
  const inCurrency = (amount: number) => [formatAmount(amount), currency].filter(Boolean).join(' ')
  const rows = premiums.map(({ exposure, peril, amount }, index) => ({
    // Two vehicles have the same perils, so each row has its number.
    name: `${index + 1}. ${namesOf(exposure, peril).join(' · ') || texts.premium}`,
    value: amount === null ? texts.noNumber : inCurrency(amount),
  }))
  return total === null || rows.length < 2 ? rows : [...rows, { name: texts.total, value: inCurrency(total) }]
}

const namesOf = (...names: (string | null)[]) => names.flatMap((name) => (name ? [formatName(name)] : []))
