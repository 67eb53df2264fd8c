import { Granted } from '../../../parts/access/granted.tsx'
import { RowConfirm } from '../../../parts/access/row-confirm.tsx'
import type { Listing } from '../../../queries/listing/listings.ts'
import { type Finding, useDeleteException } from '../../../queries/release/findings.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { ownedBy } from '../../../queries/session/may.ts'
import { trust } from '../../../texts/trust.ts'
import { RowButtons } from '../../../ui/list/row-buttons.tsx'
import { ExceptFinding } from './except-finding.tsx'

const texts = trust.findings

export function FindingMoves({ listing, finding }: { listing: Listing; finding: Finding }) {
  const withdraw = useDeleteException()
  const excepting = useGrant('createException', ownedBy(listing.organization))
  const withdrawing = useGrant('deleteException', ownedBy(listing.organization))
  const { advisory, exception } = finding
  return (
    <RowButtons>
      {exception === null ? (
        <Granted
          grant={excepting}
          size="compact-sm"
          variant="subtle"
          label={texts.except}
          of={`${advisory} ${finding.package}`}
        >
          <ExceptFinding listingId={listing.id} finding={finding} />
        </Granted>
      ) : (
        <RowConfirm
          grant={withdrawing}
          label={texts.withdraw}
          of={advisory}
          text={texts.withdrawText}
          act={() => withdraw.mutateAsync(exception.id)}
        />
      )}
    </RowButtons>
  )
}
