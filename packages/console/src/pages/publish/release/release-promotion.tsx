import { Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.css'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber } from '../../../lib/format.ts'
import { formatRate } from '../../../lib/percent.ts'
import { GrantedConfirm } from '../../../parts/access/granted-confirm.tsx'
import { listingQuery } from '../../../queries/listing/listings.ts'
import { promotionQuery, useBeginPromotion, useStopPromotion } from '../../../queries/release/promotions.ts'
import type { Release } from '../../../queries/release/releases.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { ownedBy, useMay } from '../../../queries/session/may.ts'
import { promotions as texts } from '../../../texts/promotions.ts'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { Facts } from '../../../ui/layout/facts.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Rows } from '../../../ui/list/rows.tsx'
import { Time } from '../../../ui/text/time.tsx'

/** A promotion in waves: the wave, the health of both releases side by side, and one button to stop it. */
export function ReleasePromotion({ release }: { release: Release }) {
  const { data: promotion } = useSuspenseQuery(promotionQuery(release.id))
  const { data: listing } = useSuspenseQuery(listingQuery(release.listing.id))
  const mayPromote = useMay('promoteRelease', ownedBy(listing.organization))
  const stopping = useGrant('stopPromotion', ownedBy(listing.organization))
  const stop = useStopPromotion(release.id)
  const ran = release.state === 'LIVE' || release.state === 'SUPERSEDED'
  const other = listing.promotedReleaseId !== null && listing.promotedReleaseId !== release.id
  const mayBegin = mayPromote && ran && release.approved && other && promotion?.state !== 'RUNNING'
  if (promotion === null && !mayBegin) return null
  return (
    <Section
      title={texts.title}
      lead={texts.lead}
      actions={
        promotion?.state === 'RUNNING' ? (
          <GrantedConfirm grant={stopping} label={texts.stop} text={texts.stopText} act={() => stop.mutateAsync()} />
        ) : null
      }
    >
      <Stack gap="md">
        {promotion === null ? null : (
          <>
            <Facts
              rows={[
                { name: texts.state, value: texts.states[promotion.state] },
                { name: texts.reason, value: promotion.reason },
                {
                  name: texts.wave,
                  value: texts.waveOf(
                    promotion.wave + 1,
                    promotion.waves.length,
                    promotion.waves[promotion.wave] ?? 100,
                  ),
                },
                {
                  name: texts.next,
                  value: promotion.nextWaveAt ? <Time at={promotion.nextWaveAt} ahead="next" /> : null,
                },
                { name: texts.installations, value: takenText(promotion.installations) },
              ]}
            />
            <Rows
              caption={texts.health}
              items={(['before', 'after'] as const).map((which) => ({ which, ...promotion.health[which] }))}
              keyOf={({ which }) => which}
              columns={[
                { label: texts.release, cell: ({ which }) => texts[which] },
                { label: texts.requests, cell: ({ requests }) => formatNumber(requests) },
                { label: texts.failed, cell: ({ failed }) => formatNumber(failed) },
                {
                  label: texts.share,
                  cell: ({ requests, failed }) => (requests === 0 ? '–' : formatRate(failed / requests)),
                },
              ]}
            />
          </>
        )}
        {mayBegin ? <Begin releaseId={release.id} /> : null}
      </Stack>
    </Section>
  )
}

function takenText({ taken, given, total }: { taken: number; given: number; total: number }): string {
  return texts.taken(formatNumber(taken), formatNumber(given), formatNumber(total))
}

const gateNames = ['maxErrors', 'maxIncrease', 'maxTotalChange'] as const
type Gates = Partial<Record<(typeof gateNames)[number], number>>

/** A gate that was cleared is not asked. */
function withGate({ ...gates }: Gates, name: keyof Gates, value: number | string): Gates {
  delete gates[name]
  return value === '' ? gates : { ...gates, [name]: Number(value) }
}

function Begin({ releaseId }: { releaseId: string }) {
  const begin = useBeginPromotion(releaseId)
  const [waves, setWaves] = useState('5, 25, 100')
  const [everyHours, setEveryHours] = useState(24)
  const [gates, setGates] = useState<Gates>({})
  return (
    <>
      <FailureNote failure={begin.error} />
      <Text size="sm">{texts.gatesHint}</Text>
      <Group align="end">
        <TextInput
          label={texts.waves}
          description={texts.wavesHint}
          value={waves}
          onChange={(event) => setWaves(event.currentTarget.value)}
        />
        <NumberInput
          label={texts.hours}
          min={1}
          max={720}
          value={everyHours}
          onChange={(value) => setEveryHours(Number(value))}
        />
        {gateNames.map((name) => (
          <NumberInput
            key={name}
            label={texts.gates[name]}
            min={0}
            value={gates[name] ?? ''}
            onChange={(value) => setGates(withGate(gates, name, value))}
          />
        ))}
        <Button
          variant="default"
          disabled={begin.isPending}
          onClick={() =>
            begin.mutate({
              ...{ waves: waves.split(',').map(Number), everyHours },
              ...(Object.keys(gates).length === 0 ? {} : { gates }),
            })
          }
        >
          {texts.begin}
        </Button>
      </Group>
    </>
  )
}
