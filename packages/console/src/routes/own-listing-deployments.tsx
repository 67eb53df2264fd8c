export function OwnListingDeployments() {
  return null
}
