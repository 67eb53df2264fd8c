import { Button, Stack, Text } from '@mantine/core'
import { IconScale } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { formatNumber } from '../../../lib/format.ts'
import { Granted } from '../../../parts/access/granted.tsx'
import { ForMembers } from '../../../parts/installation/for-members.tsx'
import { RateImpact } from '../../../parts/trial/rate-impact.tsx'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { type Installation, installationQuery } from '../../../queries/installation/installations.ts'
import { type Trial, trialQuery, trialsQuery } from '../../../queries/release/trials.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { trials as texts } from '../../../texts/trials.ts'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { Empty } from '../../../ui/layout/empty.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Rows, rowStyles } from '../../../ui/list/rows.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { Tag } from '../../../ui/text/tag.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { SampleForm } from './sample-form.tsx'
import { sampleText } from './sample-text.ts'
import { ShadowSection } from './shadow-section.tsx'
import { TrialCall } from './trial-call.tsx'
import { TrialForm } from './trial-form.tsx'

const route = getRouteApi('/shell/manage/installations/$installationId')

/** Releases tried with the calls of this installation. */
export function InstallationTrials() {
  const { installationId } = route.useParams()
  return (
    <ForMembers installationId={installationId}>
      <Shown installationId={installationId} />
    </ForMembers>
  )
}

function Shown({ installationId }: { installationId: string }) {
  const { words } = useAddress()
  const { data: installation } = useSuspenseQuery(installationQuery(installationId))
  return (
    <Stack gap="lg">
      <SampleForm installation={installation} />
      <Boundary>
        <NewTrial installation={installation} />
      </Boundary>
      <Boundary>
        <ShadowSection installation={installation} />
      </Boundary>
      <Section flush title={texts.title} lead={texts.lead}>
        <Boundary>
          <TrialRows id={installationId} />
        </Boundary>
      </Section>
      {words.trial ? (
        <Boundary of={words.trial}>
          <Report id={words.trial} />
        </Boundary>
      ) : null}
    </Stack>
  )
}

/** A trial prepares an upgrade, so both must be allowed. */
function NewTrial({ installation }: { installation: Installation }) {
  const upgrading = useGrant('upgradeInstallation', installation)
  const running = useGrant('createTrial', installation)
  const grant = upgrading.because === undefined && upgrading.shown ? running : upgrading
  if (grant.shown && grant.because === undefined) return <TrialForm key={installation.id} installation={installation} />
  if (!grant.shown) return null
  return (
    <Section title={texts.start}>
      <Granted grant={grant} label={texts.run}>
        {null}
      </Granted>
    </Section>
  )
}

function TrialRows({ id }: { id: string }) {
  const { set } = useAddress()
  const { items, more } = usePaged(trialsQuery(id), { shown: defaultOrders.trials })
  if (items.length === 0)
    return <Empty title={texts.empty} text={texts.emptyText} icon={<IconScale size={26} stroke={1.5} />} />
  return (
    <Rows
      caption={texts.title}
      items={items}
      more={more}
      keyOf={(trial) => trial.id}
      columns={[
        {
          label: texts.when,
          cell: (trial) => (
            <button type="button" className={rowStyles.link} onClick={() => set({ trial: trial.id, call: undefined })}>
              <Time at={trial.createdAt} />
            </button>
          ),
        },
        { label: texts.candidate, cell: (trial) => <Tag mono>{trial.release.version}</Tag> },
        { label: texts.against, cell: (trial) => <Tag mono>{trial.baseline.version}</Tag> },
        { label: texts.state, cell: (trial) => texts.states[trial.state] },
        { label: texts.progress, cell: (trial) => `${formatNumber(trial.done)} / ${formatNumber(trial.calls)}` },
        { label: texts.gates, long: true, cell: gatesText },
      ]}
    />
  )
}

function gatesText({ failedGates, failure }: Trial): string {
  if (failure !== null) return failure
  if (failedGates === null) return '–'
  return failedGates.length === 0 ? texts.holds : texts.exceeded(failedGates.map(({ gate }) => gate).join(', '))
}

function Report({ id }: { id: string }) {
  const { words, set } = useAddress()
  const { data: trial } = useSuspenseQuery(trialQuery(id))
  return (
    <Section
      title={texts.report(trial.release.version, trial.baseline.version)}
      actions={
        trial.report ? (
          <Button
            size="xs"
            variant="default"
            component="a"
            href={`/api/v1/trials/${encodeURIComponent(id)}/export`}
            download
          >
            {texts.csv}
          </Button>
        ) : null
      }
    >
      <Text size="sm" mb="md">
        {texts.states[trial.state]}: {gatesText(trial)}
        <br />
        {sampleText(trial)}
      </Text>
      <RateImpact trial={trial} onOpen={(call) => set({ call })} />
      <TrialCall trialId={id} callId={words.call} onClose={() => set({ call: undefined })} />
    </Section>
  )
}
