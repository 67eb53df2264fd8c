import { usePaged } from '../../queries/client/paged.ts'
import { defaultOrders } from '../../queries/default-orders.ts'
import { messagesQuery } from '../../queries/listing/reviews.ts'
import { moderate } from '../../texts/moderate.ts'
import { AddressInput } from '../../ui/list/address-input.tsx'
import { OrderSelect } from '../../ui/list/order-select.tsx'
import type { Sorting } from '../../ui/list/use-sorting.ts'

/** There is nothing to search or sort until somebody has said something. */
export function ConversationTools({ reviewId, sorting }: { reviewId: string; sorting: Sorting }) {
  const { items } = usePaged(messagesQuery(reviewId, undefined), { shown: defaultOrders.messages })
  if (items.length === 0) return null
  return (
    <>
      <AddressInput label={moderate.searchSaid} word="said" />
      <OrderSelect sorting={sorting} label={moderate.review.conversation} />
    </>
  )
}
