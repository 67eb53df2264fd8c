export function InstallationOverview() {
  return null
}
