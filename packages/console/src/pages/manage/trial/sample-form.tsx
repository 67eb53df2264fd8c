import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber, formatTime } from '../../../lib/format.ts'
import type { Installation } from '../../../queries/installation/installations.ts'
import { sampleQuery, usePinSample, useRemoveSample } from '../../../queries/release/trials.ts'
import { useMay } from '../../../queries/session/may.ts'
import { trials as texts } from '../../../texts/trials.ts'
import { ConfirmButton } from '../../../ui/action/confirm-button.tsx'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { Section } from '../../../ui/layout/section.tsx'

/** The calls that are kept for trials. */
export function SampleForm({ installation }: { installation: Installation }) {
  const { data: sample } = useSuspenseQuery(sampleQuery(installation.id))
  const mayPin = useMay('putSample', installation)
  const mayRemove = useMay('deleteSample', installation)
  const pin = usePinSample(installation.id)
  const remove = useRemoveSample(installation.id)
  const [until, setUntil] = useState('')
  return (
    <Section title={texts.sample} lead={texts.sampleLead}>
      <Stack gap="sm">
        <FailureNote failure={pin.error ?? remove.error} />
        <Text size="sm">
          {sample.until === null
            ? texts.noSample
            : texts.sampleState(formatNumber(sample.calls), formatNumber(sample.limit), formatTime(sample.until))}
        </Text>
        {mayPin ? (
          <Group align="end">
            <TextInput
              type="date"
              label={texts.until}
              value={until}
              onChange={(event) => setUntil(event.currentTarget.value)}
            />
            <Button
              variant="default"
              disabled={until === '' || pin.isPending}
              onClick={() => pin.mutate(new Date(until).toISOString())}
            >
              {texts.pin}
            </Button>
            {mayRemove && (sample.calls > 0 || sample.until !== null) ? (
              <ConfirmButton label={texts.remove} text={texts.removeText} act={() => remove.mutateAsync()} />
            ) : null}
          </Group>
        ) : null}
      </Stack>
    </Section>
  )
}
