import { Button, Group } from '@mantine/core'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { common } from '../../texts/common.ts'
import { Boundary } from '../feedback/boundary.tsx'
import { Section } from '../layout/section.tsx'
import { AddressInput } from './address-input.tsx'
import { SavedViews } from './saved-views.tsx'
import { useAddress } from './use-address.ts'

/** What the rows of a list found: some, none under these filters, or nothing at all. */
export type Found = 'rows' | 'no-match' | 'nothing'

interface ListHere {
  list: string
  /** The words of the address that narrow the list. */
  narrowing: readonly string[]
  /** Where the choice of columns stands, which only the rows know. */
  columnsAt: HTMLElement | null
  tellFound: (found: Found) => void
}

const ListContext = createContext<ListHere | undefined>(undefined)

/** The list around: for what stands in a `ListSection`. */
export function useListHere(): ListHere {
  const here = useContext(ListContext)
  if (here === undefined) throw new Error('Rows of a list stand in a ListSection.')
  return here
}

interface Props {
  /** The list, under whose name columns and views are kept. */
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
  /** Without a word in the address the list shows a part of what there is: its filters lead to the rest. */
  partial?: boolean
  /** What can be done with the list, such as taking it away as a file. */
  tools?: ReactNode
  children: ReactNode
}

/**
 * A list as people work with it: search and filters above it, views to save, columns to choose; none of them above a list
 * that holds nothing. What narrows it is in the address, so that the list can be sent to somebody.
 */
export function ListSection(props: Props) {
  const { list, of = '', title, lead, search, searchWord = 'q', sortWord = 'sort' } = props
  const { filters, narrowedBy = [], partial = false, tools, children } = props
  const { words } = useAddress()
  const [columnsAt, setColumnsAt] = useState<HTMLElement | null>(null)
  const [found, tellFound] = useState<Found>('rows')
  const narrowing = search === undefined ? narrowedBy : [searchWord, ...narrowedBy]
  const listed = [...narrowing, sortWord]
  return (
    <ListContext value={{ list, narrowing, columnsAt, tellFound }}>
      <Section
        flush
        title={title}
        lead={lead}
        actions={
          <>
            {found === 'nothing' ? (
              partial && filters
            ) : (
              <>
                {search === undefined ? null : <AddressInput label={search} word={searchWord} />}
                {filters}
                <Group gap="xs" wrap="nowrap">
                  <SavedViews list={of === '' ? list : `${list}.${of}`} words={listed} />
                  <span ref={setColumnsAt} style={{ display: 'contents' }} />
                </Group>
                {/* Where nothing matches, the list says so itself and offers the same. */}
                {found === 'rows' ? <ClearFilters words={narrowedBy} /> : null}
              </>
            )}
            {tools}
          </>
        }
      >
        <Boundary of={`${of} ${JSON.stringify(listed.map((word) => words[word]))}`}>{children}</Boundary>
      </Section>
    </ListContext>
  )
}

/** Undoes all filters at once. A search alone is cleared in its own box. */
function ClearFilters({ words: of }: { words: readonly string[] }) {
  const { words, set } = useAddress()
  if (!of.some((word) => words[word])) return null
  return (
    <Button size="sm" variant="subtle" onClick={() => set(Object.fromEntries(of.map((word) => [word, undefined])))}>
      {common.clearFilters}
    </Button>
  )
}
