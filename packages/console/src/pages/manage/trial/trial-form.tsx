import { Button, Checkbox, Group, NumberInput, Select, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/NumberInput.css'
import { useState } from 'react'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import type { Installation } from '../../../queries/installation/installations.ts'
import { releasesQuery } from '../../../queries/release/releases.ts'
import { type TrialInput, useCreateTrial } from '../../../queries/release/trials.ts'
import { trials as texts } from '../../../texts/trials.ts'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { otherReleases } from './other-releases.ts'
import { SampleChoice } from './sample-choice.tsx'

type Gates = NonNullable<TrialInput['gates']>
const gates = ['maxErrors', 'maxIncrease', 'maxTotalChange'] as const satisfies readonly (keyof Gates)[]

/** Chooses a release, the calls it is tried with, the gates it has to keep, and whether its containers may send data. */
export function TrialForm({ installation }: { installation: Installation }) {
  const { set } = useAddress()
  const { items } = usePaged(releasesQuery(installation.listing.id), { shown: defaultOrders.releases })
  const others = otherReleases(items, installation)
  const [releaseId, setReleaseId] = useState<string | null>(others[0]?.id ?? null)
  const [limits, setLimits] = useState<Gates>({})
  const [calls, setCalls] = useState<Pick<TrialInput, 'sample' | 'only'>>({})
  const [openEgress, setOpenEgress] = useState(false)
  const create = useCreateTrial()
  if (others.length === 0)
    return (
      <Section title={texts.start}>
        <Text size="sm">{texts.noRelease}</Text>
      </Section>
    )
  return (
    <Section title={texts.start}>
      <Stack gap="md">
        <FailureNote failure={create.error} />
        <Group align="end">
          <Select
            label={texts.release}
            data={others.map(({ id, version }) => ({ value: id, label: version }))}
            value={releaseId}
            onChange={setReleaseId}
            allowDeselect={false}
          />
          {gates.map((gate) => (
            <NumberInput
              key={gate}
              label={texts[gate]}
              min={0}
              value={limits[gate] ?? ''}
              onChange={(value) => {
                const { [gate]: _, ...rest } = limits
                setLimits(typeof value === 'number' ? { ...rest, [gate]: value } : rest)
              }}
            />
          ))}
        </Group>
        <SampleChoice onChange={setCalls} />
        <Checkbox
          label={texts.openEgress}
          description={texts.openEgressLead}
          checked={openEgress}
          onChange={(event) => setOpenEgress(event.currentTarget.checked)}
        />
        <Group>
          <Button
            disabled={releaseId === null || create.isPending}
            onClick={() => {
              if (releaseId === null) return
              const input = { releaseId, installationId: installation.id, gates: limits, ...calls, openEgress }
              create.mutate(input, { onSuccess: (trial) => set({ trial: trial.id }) })
            }}
          >
            {texts.run}
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}
