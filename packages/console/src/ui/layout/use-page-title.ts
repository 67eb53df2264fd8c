import { useEffect } from 'react'
import { common } from '../../texts/common.ts'

/** The title of the page in the browser's tabs, history and bookmarks. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = `${title} · ${common.product}`
  }, [title])
}
