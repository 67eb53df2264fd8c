import { common } from '../../texts/common.ts'
import { LinkButton } from './link-button.tsx'

/** Leads away from a page that has nothing for this person. */
export function HomeButton() {
  return (
    <LinkButton to="/" variant="default" mt="xs">
      {common.notFound.home}
    </LinkButton>
  )
}
