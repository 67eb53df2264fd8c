import { Link } from '@tanstack/react-router'
import type { Activity } from '../../../queries/activity/activity.ts'
import { useMay } from '../../../queries/session/may.ts'
import { activityTexts } from '../../../texts/activity.ts'
import { Tag } from '../../../ui/text/tag.tsx'

interface Props {
  locators: Activity['locators']
  organizationId: string
  /** The policy alone, for a column. */
  short?: true
}

/** What an entry concerns; a policy leads to its page. */
export function Locators({ locators, organizationId, short }: Props) {
  const mayOpen = useMay('getPolicyActivity', { organizationId })
  const policy = locators.find(({ kind }) => kind === 'policy')
  const shown = short ? [policy ?? locators[0]].filter((one) => one !== undefined) : locators
  if (shown.length === 0) return short ? '–' : null
  return shown.map(({ kind, locator }) => (
    <span key={locator} style={{ marginRight: 10 }}>
      {kind === 'policy' && short ? '' : `${activityTexts.locatorKinds[kind] ?? kind} `}
      {kind === 'policy' && mayOpen ? (
        <Link to="/manage/policies/$locator" params={{ locator }}>
          {locator}
        </Link>
      ) : (
        <Tag mono>{locator}</Tag>
      )}
    </span>
  ))
}
