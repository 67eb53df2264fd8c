import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { PagedQuery } from '../queries/paged.ts'
import type { AuditFilter, AuditRow } from '../queries/records.ts'
import { organizationTexts } from '../texts/organization.ts'
import { AuditRows } from './audit-rows.tsx'
import { Boundary } from './boundary.tsx'
import { DayRange, rangeOf } from './day-range.tsx'
import { FilterInput } from './filter-input.tsx'
import { Section } from './section.tsx'
import { useAddress } from './use-address.ts'

const texts = organizationTexts.audit

interface Props {
  title: string
  lead?: string
  /** Whose rows: a change of it begins anew. */
  of: string
  query: (filter: AuditFilter) => PagedQuery<AuditRow>
  /** Where the same rows are to be had as a file. */
  exportPath: string
}

/** Who did what: filtered by action, person and days, all of it in the address, and to take away as a file. */
export function AuditSection({ title, lead, of, query, exportPath }: Props) {
  const { words, set } = useAddress()
  const filter: AuditFilter = {
    action: words.action,
    actor: words.actor,
    ...rangeOf(words),
  }
  const given = Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return (
    <Section
      flush
      title={title}
      lead={lead}
      actions={
        <>
          <FilterInput label={texts.filter} value={words.action} onChange={(action) => set({ action })} />
          <FilterInput label={texts.filterWho} value={words.actor} onChange={(actor) => set({ actor })} />
          <DayRange from={words.from} to={words.to} onChange={set} />
          <Button
            component="a"
            size="sm"
            variant="default"
            leftSection={<IconDownload size={16} />}
            href={`/api/v1${exportPath}?${new URLSearchParams(given)}`}
            download
          >
            {texts.export}
          </Button>
        </>
      }
    >
      <Boundary of={`${of} ${JSON.stringify(words)}`}>
        <AuditRows query={query(filter)} />
      </Boundary>
    </Section>
  )
}
