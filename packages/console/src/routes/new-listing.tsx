export function NewListingPage() {
  return null
}
