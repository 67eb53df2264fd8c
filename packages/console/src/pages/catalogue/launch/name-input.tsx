import { TextInput } from '@mantine/core'
import { defaultName } from '@mkt/contract/text'
import { useQuery } from '@tanstack/react-query'
import { alikeQuery } from '../../../queries/installation/installations.ts'
import { launch } from '../../../texts/launch.ts'

interface Props {
  org: string
  listingId: string
  tenantId: string
  /** Of the app. */
  title: string
  value: string
  problem: string | undefined
  onChange: (name: string) => void
}

/** The name of a new installation, with the one it gets where nobody gives one: by the rule of the platform. */
export function NameInput({ org, listingId, tenantId, title, value, problem, onChange }: Props) {
  const { data: alike } = useQuery(alikeQuery(org, listingId))
  const taken = alike?.filter((one) => one.tenantId === tenantId).map(({ name }) => name)
  // Nothing is promised before it is known which names are taken.
  const usual = taken && defaultName(title, taken)
  return (
    <TextInput
      label={launch.review.name}
      description={launch.review.nameHint(usual)}
      placeholder={usual ?? title}
      maxLength={100}
      maw={600}
      value={value}
      error={problem}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
