export function ManagePage() {
  return null
}
