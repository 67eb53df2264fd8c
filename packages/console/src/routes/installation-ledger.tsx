export function InstallationLedger() {
  return null
}
