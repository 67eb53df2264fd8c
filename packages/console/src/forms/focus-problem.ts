import { type RefObject, useEffect } from 'react'

function focusNow(form: HTMLElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-problem]')
  if (field) field.focus()
  else form?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' })
}

/** Leads to the first field that has a problem, else to what is said about the whole form, after it has been drawn again. */
export function focusProblem(form: HTMLElement | null): void {
  requestAnimationFrame(() => focusNow(form))
}

/** The same whenever the platform refuses what the form sent. */
export function useFocusOnFailure(form: RefObject<HTMLElement | null>, failure: unknown): void {
  useEffect(() => {
    if (failure) focusNow(form.current)
  }, [form, failure])
}
