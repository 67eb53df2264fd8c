import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber, formatTime } from '../../../lib/format.ts'
import { Granted } from '../../../parts/access/granted.tsx'
import { GrantedConfirm } from '../../../parts/access/granted-confirm.tsx'
import type { Installation } from '../../../queries/installation/installations.ts'
import { sampleQuery, usePinSample, useRemoveSample } from '../../../queries/release/trials.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { trials as texts } from '../../../texts/trials.ts'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { Section } from '../../../ui/layout/section.tsx'

/** The calls that are kept for trials. */
export function SampleForm({ installation }: { installation: Installation }) {
  const { data: sample } = useSuspenseQuery(sampleQuery(installation.id))
  const pinning = useGrant('putSample', installation)
  const removing = useGrant('deleteSample', installation)
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
        <Group align="end">
          {pinning.because === undefined ? (
            <TextInput
              type="date"
              label={texts.until}
              value={until}
              onChange={(event) => setUntil(event.currentTarget.value)}
            />
          ) : null}
          <Granted grant={pinning} label={texts.pin} variant="default">
            <Button
              variant="default"
              disabled={until === '' || pin.isPending}
              onClick={() => pin.mutate(new Date(until).toISOString())}
            >
              {texts.pin}
            </Button>
          </Granted>
          {sample.calls > 0 || sample.until !== null ? (
            <GrantedConfirm
              grant={removing}
              label={texts.remove}
              text={texts.removeText}
              act={() => remove.mutateAsync()}
            />
          ) : null}
        </Group>
      </Stack>
    </Section>
  )
}
