export function NewTenantPage() {
  return null
}
