import { useEffect, useRef, useState } from 'react'

/**
 * For what takes the place of the button that asked for it, once its script is there: the new button gets the focus, so that
 * closing gives it back, and what it opens is open.
 */
export function useOpenAtOnce() {
  const target = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    // Who types elsewhere by now is left there.
    if (document.activeElement?.matches('input, textarea, select, [contenteditable]')) return
    target.current?.focus()
    setOpened(true)
  }, [])
  return { target, opened, setOpened }
}
