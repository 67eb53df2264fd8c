export function InstallationConfiguration() {
  return null
}
