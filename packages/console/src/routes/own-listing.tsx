export function OwnListingPage() {
  return null
}
