import { Group, Stack, Text } from '@mantine/core'
import { deploymentStates } from '@mkt/contract/states'
import { IconServer } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { StateBadge } from '../../../parts/state/state-badge.tsx'
import { stateOptions } from '../../../parts/state/state-options.ts'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { type Deployment, deploymentQuery, deploymentsQuery } from '../../../queries/deployment/deployments.ts'
import { publish } from '../../../texts/publish.ts'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { Empty } from '../../../ui/layout/empty.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { ListRows } from '../../../ui/list/list-rows.tsx'
import { ListSection } from '../../../ui/list/list-section.tsx'
import { rowStyles } from '../../../ui/list/rows.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { useSorting } from '../../../ui/list/use-sorting.ts'
import { Time } from '../../../ui/text/time.tsx'
import { DeploymentDetails } from './deployment-details.tsx'

const route = getRouteApi('/shell/publish/$listingId')
const texts = publish.deployments

export function OwnListingDeployments() {
  const { listingId } = route.useParams()
  return (
    <Boundary of={listingId}>
      <Deployments listingId={listingId} />
    </Boundary>
  )
}

function Deployments({ listingId }: { listingId: string }) {
  const { words } = useAddress()
  const sorting = useSorting(defaultOrders.deployments, ['version', 'state', 'restarts', 'createdAt'])
  const { items, more } = usePaged(deploymentsQuery(listingId, words.state), sorting)
  if (items.length === 0 && !words.state) {
    return (
      <Section>
        <Empty title={texts.empty} text={texts.emptyText} icon={<IconServer size={26} stroke={1.5} />} />
      </Section>
    )
  }
  const chosen = words.deployment ?? (items.find((one) => one.state !== 'STOPPED') ?? items[0])?.id
  return (
    <Stack gap="lg">
      <ListSection
        list="deployments"
        title={texts.title}
        lead={texts.lead}
        narrowedBy={['state']}
        filters={
          <FilterSelect
            label={texts.state}
            any={publish.anyState}
            options={stateOptions(deploymentStates)}
            word="state"
          />
        }
      >
        <ListRows
          empty={{ title: texts.empty, text: texts.emptyText, icon: <IconServer size={26} stroke={1.5} /> }}
          caption={texts.title}
          items={items}
          more={more}
          sorting={sorting}
          keyOf={(deployment) => deployment.id}
          columns={[
            {
              label: texts.version,
              sort: '-version',
              cell: (deployment) => (
                <Link
                  to="."
                  search={(before) => ({ ...before, deployment: deployment.id })}
                  resetScroll={false}
                  className={rowStyles.link}
                  aria-current={deployment.id === chosen ? 'true' : undefined}
                >
                  {deployment.release.version}
                </Link>
              ),
            },
            { label: texts.state, sort: 'state', cell: (deployment) => <StateBadge state={deployment.state} /> },
            {
              label: texts.instances,
              cell: (deployment) => <Instances deployment={deployment} />,
            },
            { label: texts.restarts, sort: '-restarts', cell: (deployment) => deployment.restarts },
            { label: texts.since, sort: '-createdAt', cell: (deployment) => <Time at={deployment.createdAt} /> },
          ]}
        />
      </ListSection>
      {chosen ? (
        <Boundary of={chosen}>
          <Chosen key={chosen} id={chosen} />
        </Boundary>
      ) : null}
    </Stack>
  )
}

function Instances({ deployment }: { deployment: Deployment }) {
  const { state, instances, replicas, minInstances, maxInstances } = deployment
  // Nothing is meant to run.
  if (state === 'STOPPED') return '–'
  return (
    <>
      {texts.healthyOf(instances.filter((one) => one.state === 'HEALTHY').length, replicas)}
      {minInstances === null || maxInstances === null ? null : (
        <Text size="xs" c="dimmed">
          {texts.scale.byLoad(minInstances, maxInstances)}
        </Text>
      )}
    </>
  )
}

function Chosen({ id }: { id: string }) {
  const { data: deployment } = useSuspenseQuery(deploymentQuery(id))
  const title = (
    <Group gap="sm">
      {texts.release} {deployment.release.version} <StateBadge state={deployment.state} />
    </Group>
  )
  return <DeploymentDetails deployment={deployment} title={title} />
}
