import { getRouteApi } from '@tanstack/react-router'
import { Boundary } from '../components/boundary.tsx'
import { FilterSelect } from '../components/filter-select.tsx'
import { LogEntries } from '../components/log-entries.tsx'
import { Section } from '../components/section.tsx'
import { useAddress } from '../components/use-address.ts'
import { manage } from '../texts/manage.ts'

const route = getRouteApi('/shell/manage/installations/$installationId')

export function InstallationLog() {
  const { installationId } = route.useParams()
  const { words, set } = useAddress()
  return (
    <Section
      title={manage.log.title}
      lead={manage.log.lead}
      actions={
        <FilterSelect
          label={manage.log.level}
          any={manage.log.anyLevel}
          options={Object.entries(manage.log.levels).map(([value, label]) => ({ value, label }))}
          value={words.level}
          onChange={(level) => set({ level })}
        />
      }
    >
      <Boundary of={words.level ?? ''}>
        <LogEntries id={installationId} level={words.level} />
      </Boundary>
    </Section>
  )
}
