import { NativeSelect } from '@mantine/core'
import { useWatchable } from '../../../queries/accounts/watchable.ts'
import { alerts as texts } from '../../../texts/alerts.ts'
import { ofListing } from './alert-draft.ts'
import type { AlertInputsProps } from './alert-form.ts'

/** What a rule watches: everything, one installation, or an app that the organization publishes. */
export function WatchSelect({ org, draft, set }: AlertInputsProps) {
  const { listings, installations } = useWatchable(org)
  const chosen = draft.listingId ?? draft.installationId
  const known = [...listings, ...installations]
  const apps = ofListing.includes(draft.kind) ? listings : []
  const groups = [
    { group: texts.watchInstallation, items: installations },
    { group: texts.watchListing, items: apps },
  ]
  // A choice that is not among those that were read stays what it is.
  const others =
    chosen !== null && !known.some(({ value }) => value === chosen) ? [{ value: chosen, label: chosen }] : []
  const choose = (value: string) =>
    set({
      listingId: listings.some((one) => one.value === value) ? value : null,
      installationId: installations.some((one) => one.value === value) ? value : null,
    })
  return (
    <NativeSelect
      label={texts.watch}
      data={[{ value: '', label: texts.watchAll }, ...others, ...groups.filter(({ items }) => items.length > 0)]}
      value={chosen ?? ''}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  )
}
