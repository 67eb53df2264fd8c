export function OperateOrganizations() {
  return null
}
