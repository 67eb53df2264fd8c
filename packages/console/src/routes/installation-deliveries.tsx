export function InstallationDeliveries() {
  return null
}
