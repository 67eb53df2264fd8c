import { Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useApproveTool } from '../../../queries/session/tools.ts'
import { ssoTexts } from '../../../texts/sso.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { ToolApproval } from './tool-approval.tsx'

const texts = ssoTexts.tool
const route = getRouteApi('/shell/tool')

/** Lets `mkt login --sso`, which listens on this computer, sign in as the person who reads this. */
export function ToolPage() {
  const { port, state, challenge } = route.useSearch()
  const approve = useApproveTool()
  const back = (answer: Record<string, string>) =>
    window.location.assign(`http://127.0.0.1:${port}/?${new URLSearchParams({ ...answer, state: state ?? '' })}`)
  const complete = port !== undefined && state !== undefined && challenge !== undefined
  return (
    <>
      <PageHeader title={texts.title} lead={complete ? texts.lead : undefined} />
      <Section narrow>
        {complete ? (
          <ToolApproval
            warning={texts.warning}
            failure={approve.error}
            busy={approve.isPending ? 'approve' : undefined}
            onApprove={(organization) =>
              approve.mutate({ organization, challenge }, { onSuccess: ({ code }) => back({ code }) })
            }
            onRefuse={() => back({ error: 'refused' })}
          />
        ) : (
          <Text>{texts.broken}</Text>
        )}
      </Section>
    </>
  )
}
