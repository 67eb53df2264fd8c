export function OwnListingVariables() {
  return null
}
