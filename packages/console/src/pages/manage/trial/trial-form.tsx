import { Button, Checkbox, Group, NumberInput, Select, Stack, TextInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.css'
import { TypedNotes } from '../../../forms/typed-notes.tsx'
import { useTypedDraft } from '../../../forms/use-typed-draft.ts'
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
import { choiceOf, emptySample, SampleChoice, type WrittenSample } from './sample-choice.tsx'

/** Stands for a release that is named by its id: publishers hand it over before the release is offered. */
const BY_ID = 'by-id'

type Gates = NonNullable<TrialInput['gates']>
const gates = ['maxErrors', 'maxIncrease', 'maxTotalChange'] as const satisfies readonly (keyof Gates)[]

interface Draft {
  /** Null: the newest that is offered. */
  choice: string | null
  id: string
  limits: Gates
  written: WrittenSample
  openEgress: boolean
}

const empty: Draft = { choice: null, id: '', limits: {}, written: emptySample, openEgress: false }

/** Chooses a release, the calls it is tried with, the gates it has to keep, and whether its containers may send data. */
export function TrialForm({ installation }: { installation: Installation }) {
  const { set } = useAddress()
  const { items } = usePaged(releasesQuery(installation.listing.id), { shown: defaultOrders.releases })
  const others = otherReleases(items, installation)
  const typed = useTypedDraft(`trial.${installation.id}`, empty)
  const { id, limits, written, openEgress } = typed.draft
  const chosen = [...others.map((release) => release.id), BY_ID].find((one) => one === typed.draft.choice)
  const choice = chosen ?? others[0]?.id ?? BY_ID
  const releaseId = choice === BY_ID ? id.trim() : choice
  const create = useCreateTrial()
  return (
    <Section title={texts.start}>
      <Stack gap="md">
        <TypedNotes typed={typed} />
        <FailureNote failure={create.error} />
        <Group align="end">
          <Select
            label={texts.release}
            data={[
              ...others.map(({ id, version }) => ({ value: id, label: version })),
              { value: BY_ID, label: texts.byId },
            ]}
            value={choice}
            onChange={(value) => typed.type({ choice: value ?? BY_ID })}
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
                typed.type({ limits: typeof value === 'number' ? { ...rest, [gate]: value } : rest })
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
            value={id}
            onChange={(event) => typed.type({ id: event.currentTarget.value })}
          />
        ) : null}
        <SampleChoice written={written} onChange={(next) => typed.type({ written: next })} />
        <Checkbox
          label={texts.openEgress}
          description={texts.openEgressLead}
          checked={openEgress}
          onChange={(event) => typed.type({ openEgress: event.currentTarget.checked })}
        />
        <Group>
          <Button
            disabled={releaseId === '' || create.isPending}
            onClick={() => {
              const asked = { releaseId, installationId: installation.id, gates: limits, openEgress }
              create.mutate(
                { ...asked, ...choiceOf(written) },
                {
                  onSuccess: (trial) => {
                    typed.settle(typed.draft)
                    set({ trial: trial.id })
                  },
                },
              )
            }}
          >
            {texts.run}
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}
