export function OwnListingOverview() {
  return null
}
