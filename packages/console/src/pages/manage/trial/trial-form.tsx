import { Button, Checkbox, Group, NumberInput, Select, Stack, TextInput } from '@mantine/core'
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

/** Stands for a release that is named by its id: publishers hand it over before the release is offered. */
const BY_ID = 'by-id'

type Gates = NonNullable<TrialInput['gates']>
const gates = ['maxErrors', 'maxIncrease', 'maxTotalChange'] as const satisfies readonly (keyof Gates)[]

/** Chooses a release, the calls it is tried with, the gates it has to keep, and whether its containers may send data. */
export function TrialForm({ installation }: { installation: Installation }) {
  const { set } = useAddress()
  const { items } = usePaged(releasesQuery(installation.listing.id), { shown: defaultOrders.releases })
  const others = otherReleases(items, installation)
  const [choice, setChoice] = useState(others[0]?.id ?? BY_ID)
  const [typed, setTyped] = useState('')
  const releaseId = choice === BY_ID ? typed.trim() : choice
  const [limits, setLimits] = useState<Gates>({})
  const [calls, setCalls] = useState<Pick<TrialInput, 'sample' | 'only'>>({})
  const [openEgress, setOpenEgress] = useState(false)
  const create = useCreateTrial()
  return (
    <Section title={texts.start}>
      <Stack gap="md">
        <FailureNote failure={create.error} />
        <Group align="end">
          <Select
            label={texts.release}
            data={[
              ...others.map(({ id, version }) => ({ value: id, label: version })),
              { value: BY_ID, label: texts.byId },
            ]}
            value={choice}
            onChange={(value) => setChoice(value ?? BY_ID)}
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
        {choice === BY_ID ? (
          <TextInput
            maw={420}
            label={texts.releaseId}
            description={texts.releaseIdLead}
            placeholder="rel_…"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        ) : null}
        <SampleChoice onChange={setCalls} />
        <Checkbox
          label={texts.openEgress}
          description={texts.openEgressLead}
          checked={openEgress}
          onChange={(event) => setOpenEgress(event.currentTarget.checked)}
        />
        <Group>
          <Button
            disabled={releaseId === '' || create.isPending}
            onClick={() => {
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
