export function InstallationLog() {
  return null
}
