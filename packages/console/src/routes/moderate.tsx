export function ModeratePage() {
  return null
}
