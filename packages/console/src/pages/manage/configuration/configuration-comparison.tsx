import { NativeSelect } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { ForMembers } from '../../../parts/installation/for-members.tsx'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { revisionsQuery } from '../../../queries/installation/configurations.ts'
import { manage } from '../../../texts/manage.ts'
import { LinkButton } from '../../../ui/action/link-button.tsx'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { ConfigurationDifferences } from './configuration-differences.tsx'

const route = getRouteApi('/shell/manage/installations/$installationId/configuration/compare')
const texts = manage.configuration.comparison

/** Two revisions of a configuration side by side; which two is in the address. */
export function ConfigurationComparison() {
  const { installationId } = route.useParams()
  return (
    <ForMembers installationId={installationId}>
      <Boundary>
        <Compared installationId={installationId} />
      </Boundary>
    </ForMembers>
  )
}

function Compared({ installationId }: { installationId: string }) {
  const asked = route.useSearch()
  const navigate = route.useNavigate()
  // Revisions are numbered without gaps, newest first, so the first one says which there are.
  const newest = usePaged(revisionsQuery(installationId), { shown: defaultOrders.revisions }).items[0]?.revision ?? 1
  const choices = Array.from({ length: newest }, (_, index) => String(newest - index))
  const revision = Math.min(asked.revision ?? newest, newest)
  const other = asked.with && asked.with <= newest ? asked.with : before(revision)
  const choose = (search: typeof asked) => void navigate({ search, replace: true, resetScroll: false })
  return (
    <Section
      flush
      title={texts.title}
      lead={texts.lead}
      actions={
        <>
          <NativeSelect
            label={texts.from}
            data={other === undefined ? [{ value: '', label: texts.none }, ...choices] : choices}
            value={other === undefined ? '' : String(other)}
            onChange={(event) => choose({ revision, with: Number(event.currentTarget.value) })}
          />
          <NativeSelect
            label={texts.to}
            data={choices}
            value={String(revision)}
            onChange={(event) => choose({ ...asked, revision: Number(event.currentTarget.value) })}
          />
          <LinkButton
            variant="default"
            mt="auto"
            to="/manage/installations/$installationId/configuration"
            params={{ installationId }}
          >
            {texts.back}
          </LinkButton>
        </>
      }
    >
      <Boundary of={`${revision} ${other}`}>
        <ConfigurationDifferences installationId={installationId} revision={revision} withRevision={other} />
      </Boundary>
    </Section>
  )
}

/** The revision before, which is what one is compared with unless told; the first has none. */
function before(revision: number): number | undefined {
  return revision > 1 ? revision - 1 : undefined
}
