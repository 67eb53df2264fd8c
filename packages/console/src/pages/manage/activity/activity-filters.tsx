import { useMay } from '../../../queries/session/may.ts'
import { activityTexts as texts } from '../../../texts/activity.ts'
import { AddressInput } from '../../../ui/list/address-input.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { TimeRange } from '../../../ui/list/time-range.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'

const options = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }))

/** Everything the list can be narrowed by, kept in the address. */
export function ActivityFilters({ organizationId }: { organizationId: string }) {
  const { words, set } = useAddress()
  const seesLocators = useMay('listPolicies', { organizationId })
  return (
    <>
      {seesLocators ? <AddressInput label={texts.locator} word="locator" /> : null}
      <AddressInput label={texts.name} word="q" />
      <AddressInput label={texts.requestId} word="request" />
      <FilterSelect label={texts.kind} any={texts.anyKind} options={options(texts.kinds)} word="kind" />
      <FilterSelect label={texts.outcome} any={texts.anyOutcome} options={options(texts.outcomes)} word="outcome" />
      <FilterSelect label={texts.status} any={texts.anyStatus} options={options(texts.statuses)} word="status" />
      <FilterSelect label={texts.duration} any={texts.anyDuration} options={options(texts.durations)} word="slow" />
      <TimeRange from={words.from} to={words.to} onChange={(times) => set({ ...times })} />
    </>
  )
}
