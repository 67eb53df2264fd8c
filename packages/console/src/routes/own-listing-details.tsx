export function OwnListingDetails() {
  return null
}
