import { type ComponentProps, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { Empty } from '../layout/empty.tsx'
import { ColumnChoice, useShownColumns } from './column-choice.tsx'
import { useListHere } from './list-section.tsx'
import { NoMatch } from './no-match.tsx'
import { Rows, type RowsProps } from './rows.tsx'
import { useAddress } from './use-address.ts'

interface Props<Item> extends RowsProps<Item> {
  /** What stands here while there is nothing at all. */
  empty: ComponentProps<typeof Empty>
  /** What it says where the list was narrowed to nothing. */
  noMatch?: string
}

/** The rows of a `ListSection`, with the columns that a person wants to see, or why there are none. */
export function ListRows<Item>({ empty, noMatch, ...rows }: Props<Item>) {
  const { list, narrowing, columnsAt, tellFound } = useListHere()
  const { words } = useAddress()
  const columns = useShownColumns(list, rows.columns)
  const narrowed = narrowing.some((word) => words[word])
  const found = rows.items.length > 0 ? 'rows' : narrowed ? 'no-match' : 'nothing'
  // Before it is painted: what stands above the list depends on it.
  useLayoutEffect(() => {
    tellFound(found)
    return () => tellFound('rows')
  }, [found, tellFound])
  if (found === 'nothing') return <Empty {...empty} />
  if (found === 'no-match') return <NoMatch words={narrowing} title={noMatch} icon={empty.icon} />
  // The first column names the row and stays; one without a label holds buttons.
  const labels = rows.columns.slice(1).flatMap(({ label }) => (label === '' ? [] : [label]))
  return (
    <>
      {columnsAt && labels.length > 1 ? createPortal(<ColumnChoice list={list} labels={labels} />, columnsAt) : null}
      <Rows {...rows} columns={columns} />
    </>
  )
}
