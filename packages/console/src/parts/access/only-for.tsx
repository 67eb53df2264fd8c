import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMe } from '../../queries/current-organization.ts'
import { common } from '../../texts/common.ts'
import { shell } from '../../texts/shell.ts'
import { LinkButton } from '../../ui/action/link-button.tsx'
import { Empty } from '../../ui/layout/empty.tsx'

interface Props {
  who: keyof typeof shell.onlyFor
  children: ReactNode
}

/** Pages of a platform-wide role. Others who know the address are told so: lists that happen to be empty would say something else. */
export function OnlyFor({ who, children }: Props) {
  const { person } = useMe()
  if (person.platformRole === who) return children
  return (
    <Empty
      page
      title={common.failure.forbiddenTitle}
      text={shell.onlyFor[who]}
      icon={<IconLock size={26} stroke={1.5} />}
      action={
        <LinkButton to="/browse" variant="default" mt="xs">
          {common.notFound.home}
        </LinkButton>
      }
    />
  )
}
