export function OperatePage() {
  return null
}
