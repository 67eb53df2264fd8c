/** Leads to the first field that has a problem, or to what is said about the whole; after the form has been drawn again. */
export function focusProblem(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-problem]')
    if (field) return field.focus()
    form?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' })
  })
}
