import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMay } from '../../queries/session/may.ts'
import { common } from '../../texts/common.ts'
import { shell } from '../../texts/shell.ts'
import { HomeButton } from '../../ui/action/home-button.tsx'
import { Empty } from '../../ui/layout/empty.tsx'

interface Props {
  who: keyof typeof shell.onlyFor
  children: ReactNode
}

/** The operation that stands for the pages of a platform-wide role. */
const doneBy = { moderator: 'approveReview', operator: 'getHealth' } as const

/** Whether the pages of a platform-wide role are for this person. */
export function useIsFor(who: keyof typeof doneBy): boolean {
  return useMay(doneBy[who])
}

/** Pages of a platform-wide role. Others who know the address are told so: lists that happen to be empty would say something else. */
export function OnlyFor({ who, children }: Props) {
  return useIsFor(who) ? children : <NotForYou text={shell.onlyFor[who]} />
}

interface NotForYouProps {
  text?: string
  /** In place of a tab, below the heading of the page. */
  part?: boolean
}

/** In place of a page or tab whose whole purpose the person's role does not allow. */
export function NotForYou({ text = shell.notForYou, part = false }: NotForYouProps) {
  return (
    <Empty
      page={!part}
      title={common.failure.forbiddenTitle}
      text={text}
      icon={<IconLock size={26} stroke={1.5} />}
      action={part ? null : <HomeButton />}
    />
  )
}
