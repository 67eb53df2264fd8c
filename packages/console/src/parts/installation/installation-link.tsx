import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { manage } from '../../texts/manage.ts'
import { rowStyles } from '../../ui/list/rows.tsx'
import { Tag } from '../../ui/text/tag.tsx'

/** What a row of a list leads to: an installation; one on a test tenant is marked. */
export function InstallationLink({ id, test = false, children }: { id: string; test?: boolean; children: ReactNode }) {
  return (
    <>
      <Link to="/manage/installations/$installationId" params={{ installationId: id }} className={rowStyles.link}>
        {children}
      </Link>
      {test ? (
        <>
          {' '}
          <Tag>{manage.test}</Tag>
        </>
      ) : null}
    </>
  )
}
