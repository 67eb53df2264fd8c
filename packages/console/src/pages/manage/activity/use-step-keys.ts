import { useEffect } from 'react'

/** J and K step through a list while one entry of it is open, unless somebody types. */
export function useStepKeys(steps: { next: (() => void) | undefined; previous: (() => void) | undefined }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]'))
        return
      if (event.key === 'j') steps.next?.()
      else if (event.key === 'k') steps.previous?.()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}
