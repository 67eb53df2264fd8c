export function InstallationCalls() {
  return null
}
