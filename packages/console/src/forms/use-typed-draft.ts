import { useState } from 'react'
import { flushSync } from 'react-dom'
import { asPart } from '../lib/kept.ts'
import { useKeptDraft } from './kept-draft.ts'

export interface Typed<Draft> {
  draft: Draft
  /** Something was typed that was not sent. */
  unsaved: boolean
  /** The form still shows what was typed before. */
  restored: boolean
  type(change: Partial<Draft>): void
  /** What was typed was sent or discarded. The form goes on with this, or as it was opened. */
  settle(next?: Draft): void
}

interface Options<Draft> {
  /** What may stay in the browser; everything unless told. Leave secrets out. */
  storable?: (draft: Draft) => Partial<Draft>
  /** Where it stays; until it is sent or discarded unless told. */
  storage?: Storage
}

/**
 * What is typed in a form, kept in the browser until it is sent or discarded. Show `TypedNotes` with it, and give the form a key of the
 * thing it is about: a draft belongs to one place.
 */
export function useTypedDraft<Draft extends object>(
  place: string,
  initial: Draft,
  { storable = (draft) => draft, storage }: Options<Draft> = {},
): Typed<Draft> {
  const kept = useKeptDraft(place, (stored) => fitting(stored, initial), storage)
  const [opened, setOpened] = useState(initial)
  const [draft, setDraft] = useState<Draft>({ ...initial, ...kept.found })
  return {
    draft,
    unsaved: !isSame(draft, opened),
    restored: kept.restored,
    type(change) {
      const next = { ...draft, ...change }
      setDraft(next)
      if (isSame(storable(next), storable(opened))) kept.forget()
      else kept.store(storable(next))
    },
    settle(next = opened) {
      // At once, so that a person who goes to another page next is not asked about what was sent.
      flushSync(() => {
        setOpened(next)
        setDraft(next)
        kept.forget()
      })
    },
  }
}

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)

/** The stored fields that this form still has; one that is empty at first may hold anything. */
function fitting<Draft extends object>(stored: unknown, initial: Draft): Partial<Draft> | null {
  const part = asPart<Draft>(stored)
  if (part === null) return null
  const fields = Object.entries(initial).flatMap(([name, first]) => {
    const value = part[name as keyof Draft]
    const fits = value !== undefined && (first === null || first === undefined || kindOf(value) === kindOf(first))
    return fits ? [[name, value] as const] : []
  })
  return fields.length === 0 ? null : (Object.fromEntries(fields) as Partial<Draft>)
}
