import type { ReactNode } from 'react'
import { Boundary } from '../feedback/boundary.tsx'
import { Section } from '../layout/section.tsx'
import { AddressInput } from './address-input.tsx'
import { useAddress } from './use-address.ts'

interface Props {
  title: string
  lead?: string
  search: string
  /** Further filters, beside the search. */
  filters?: ReactNode
  children: ReactNode
}

/** A list with a search above it. What is looked for is in the address, so that the list can be sent to somebody. */
export function SearchedSection({ title, lead, search, filters, children }: Props) {
  const { words } = useAddress()
  return (
    <Section
      flush
      title={title}
      lead={lead}
      actions={
        <>
          <AddressInput label={search} word="q" />
          {filters}
        </>
      }
    >
      <Boundary of={JSON.stringify(words)}>{children}</Boundary>
    </Section>
  )
}
