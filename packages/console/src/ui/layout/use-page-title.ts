import { useEffect } from 'react'
import { shell } from '../../texts/shell.ts'

/** The title of the page in the browser's tabs, history and bookmarks. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = `${title} · ${shell.product}`
  }, [title])
}
