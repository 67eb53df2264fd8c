export function OperateHealth() {
  return null
}
