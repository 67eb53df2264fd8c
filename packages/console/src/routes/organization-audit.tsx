export function OrganizationAuditPage() {
  return null
}
