import { Group } from '@mantine/core'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { Boundary } from '../feedback/boundary.tsx'
import { Section } from '../layout/section.tsx'
import { AddressInput } from './address-input.tsx'
import { SavedViews } from './saved-views.tsx'
import { useAddress } from './use-address.ts'

interface ListHere {
  list: string
  /** The words of the address that narrow the list. */
  narrowing: readonly string[]
  /** Where the choice of columns stands, which only the rows know. */
  columnsAt: HTMLElement | null
}

const ListContext = createContext<ListHere | undefined>(undefined)

/** The list around: for what stands in a `ListSection`. */
export function useListHere(): ListHere {
  const here = useContext(ListContext)
  if (here === undefined) throw new Error('Rows of a list stand in a ListSection.')
  return here
}

interface Props {
  /** The list in the browser's memory of columns and views. */
  list: string
  /** Whose list it is: each owner has views of its own. */
  of?: string | undefined
  title: string
  lead?: string | undefined
  /** What the search box looks for; no box without it. */
  search?: string
  searchWord?: string
  sortWord?: string
  /** What else narrows the list, and the words of the address under which that is kept. */
  filters?: ReactNode
  narrowedBy?: readonly string[]
  /** What can be done with the list, such as taking it away as a file. */
  tools?: ReactNode
  children: ReactNode
}

/**
 * A list as people work with it: search and filters above it, views to save, columns to choose. What narrows it is in the
 * address, so that the list can be sent to somebody.
 */
export function ListSection(props: Props) {
  const { list, of = '', title, lead, search, searchWord = 'q', sortWord = 'sort' } = props
  const { filters, narrowedBy = [], tools, children } = props
  const { words } = useAddress()
  const [columnsAt, setColumnsAt] = useState<HTMLElement | null>(null)
  const narrowing = search === undefined ? narrowedBy : [searchWord, ...narrowedBy]
  const listed = [...narrowing, sortWord]
  return (
    <ListContext value={{ list, narrowing, columnsAt }}>
      <Section
        flush
        title={title}
        lead={lead}
        actions={
          <>
            {search === undefined ? null : <AddressInput label={search} word={searchWord} />}
            {filters}
            <Group gap="xs" wrap="nowrap">
              <SavedViews list={of === '' ? list : `${list}.${of}`} words={listed} />
              <span ref={setColumnsAt} style={{ display: 'contents' }} />
            </Group>
            {tools}
          </>
        }
      >
        <Boundary of={`${of} ${JSON.stringify(listed.map((word) => words[word]))}`}>{children}</Boundary>
      </Section>
    </ListContext>
  )
}
