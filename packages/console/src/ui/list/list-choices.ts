import { createContext, useContext } from 'react'

/** Filters and order of a list under a name. */
export interface View {
  name: string
  words: Record<string, string>
}

/** How a person wants to see one list. */
export interface ListChoice {
  /** Labels of columns that are not shown. */
  hidden: string[]
  views: View[]
}

interface ListChoices {
  choices: Record<string, ListChoice>
  keep: (list: string, choice: ListChoice) => void
}

const usual: ListChoice = { hidden: [], views: [] }

/** Where choices are kept, the frame around the lists says. */
export const ListChoicesContext = createContext<ListChoices>({ choices: {}, keep: () => undefined })

/** What a person chose for a list, and how to change a part of it. */
export function useListChoice(list: string): [ListChoice, (change: Partial<ListChoice>) => void] {
  const { choices, keep } = useContext(ListChoicesContext)
  const choice = choices[list] ?? usual
  return [choice, (change) => keep(list, { ...choice, ...change })]
}
