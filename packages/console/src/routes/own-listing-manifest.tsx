export function OwnListingManifest() {
  return null
}
