import { useEffect } from 'react'
import { common } from '../../texts/common.ts'

/** Names the page in the browser's tabs, history and bookmarks: what it shows, then what that is a part of. */
export function setPageTitle(...names: string[]): void {
  document.title = [...names, common.product].join(' · ')
}

/** The same while a component is shown. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) setPageTitle(title)
  }, [title])
}
