import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { rangeOf } from '../../lib/days.ts'
import type { PagedQuery } from '../../queries/client/paged.ts'
import type { AuditFilter, AuditRow } from '../../queries/platform/audit.ts'
import { organizationTexts } from '../../texts/organization.ts'
import { AddressInput } from '../../ui/list/address-input.tsx'
import { DayRange } from '../../ui/list/day-range.tsx'
import { ListSection } from '../../ui/list/list-section.tsx'
import { useAddress } from '../../ui/list/use-address.ts'
import { AuditRows } from './audit-rows.tsx'

const texts = organizationTexts.audit

interface Props {
  title: string
  lead?: string
  /** Whose rows; another owner is another list. */
  of: string
  query: (filter: AuditFilter) => PagedQuery<AuditRow>
  /** Path of the API that answers the same rows as a file. */
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
    <ListSection
      list="audit"
      of={of}
      title={title}
      lead={lead}
      search={texts.filter}
      searchWord="action"
      filters={
        <>
          <AddressInput label={texts.filterWho} word="actor" />
          <DayRange from={words.from} to={words.to} onChange={set} />
        </>
      }
      narrowedBy={['actor', 'from', 'to']}
      tools={
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
      }
    >
      <AuditRows query={query(filter)} />
    </ListSection>
  )
}
