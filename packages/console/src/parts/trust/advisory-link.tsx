import { Anchor } from '@mantine/core'

/** The name of an advisory, leading to its page in the public database. */
export function AdvisoryLink({ id }: { id: string }) {
  return (
    <Anchor
      href={`https://osv.dev/vulnerability/${encodeURIComponent(id)}`}
      rel="noopener noreferrer nofollow"
      target="_blank"
      size="sm"
    >
      {id}
    </Anchor>
  )
}
