export function InstallationsPage() {
  return null
}
