import { Alert, Stack } from '@mantine/core'
import { deploymentMachine } from '@mkt/contract/states'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { GrantedConfirm } from '../../../parts/access/granted-confirm.tsx'
import { StateBadge } from '../../../parts/state/state-badge.tsx'
import { type Deployment, useRestartDeployment } from '../../../queries/deployment/deployments.ts'
import { listingQuery } from '../../../queries/listing/listings.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { ownedBy, useMay } from '../../../queries/session/may.ts'
import { publish } from '../../../texts/publish.ts'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Rows } from '../../../ui/list/rows.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { ContainerOutput } from './container-output.tsx'
import { DeploymentFigures } from './deployment-figures.tsx'
import { ScaleForm } from './scale-form.tsx'

const texts = publish.deployments

/** One deployment: its instances, what they were asked, what they use and what they print. */
export function DeploymentDetails({ deployment, title }: { deployment: Deployment; title: ReactNode }) {
  const { data: listing } = useSuspenseQuery(listingQuery(deployment.listing.id))
  const owner = ownedBy(listing.organization)
  const restart = useRestartDeployment(deployment.id)
  const restarting = useGrant('restartDeployment', owner)
  const scaling = useGrant('changeDeployment', owner)
  // One that stops says why, too, and that is nothing bad.
  const isBad = deploymentMachine.states[deployment.state].tone === 'bad'
  const mayReadOutput = useMay('listDeploymentLogs', owner)
  return (
    <Section
      title={title}
      lead={`${texts.restarts}: ${deployment.restarts}`}
      actions={
        deployment.state !== 'STOPPED' ? (
          <GrantedConfirm
            grant={restarting}
            size="xs"
            label={texts.restart}
            text={texts.restartText}
            done={texts.restarting}
            act={() => restart.mutateAsync()}
          />
        ) : null
      }
    >
      <Stack gap="lg">
        {deployment.reason ? <Alert color={isBad ? 'red' : 'gray'}>{deployment.reason}</Alert> : null}
        <ScaleForm deployment={deployment} grant={scaling} />
        <Rows
          caption={texts.instances}
          items={deployment.instances}
          keyOf={(instance) => instance.id}
          columns={[
            { label: texts.instances, cell: (instance) => <StateBadge state={instance.state} /> },
            { label: texts.started, cell: (instance) => <Time at={instance.createdAt} /> },
            { label: texts.engine, cell: (instance) => instance.engine },
            { label: texts.exit, long: true, cell: (instance) => instance.exitReason ?? '–' },
          ]}
        />
        <Boundary lines={3}>
          <DeploymentFigures id={deployment.id} />
        </Boundary>
        {mayReadOutput ? <ContainerOutput deploymentId={deployment.id} /> : null}
      </Stack>
    </Section>
  )
}
