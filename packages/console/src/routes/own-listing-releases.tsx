export function OwnListingReleases() {
  return null
}
