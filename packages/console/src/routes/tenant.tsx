export function TenantPage() {
  return null
}
