import { useQuery } from '@tanstack/react-query'
import { listingQuery } from '../../queries/listing/listings.ts'
import { AppLogo } from './app-logo.tsx'

interface Props {
  listing: { id: string; name: string }
  size: number
}

/** The logo of a listing known only by id and name; the drawn icon until it is loaded, or where the person may not see the listing. */
export function ListingIcon({ listing, size }: Props) {
  const { data } = useQuery({ ...listingQuery(listing.id), retry: false })
  return <AppLogo listing={data ?? listing} size={size} />
}
