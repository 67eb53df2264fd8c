export function OperateAudit() {
  return null
}
