/** Names of the cluster have no underscores. */
export function objectName(instanceId: string): string {
  return `mkt-${instanceId.replaceAll('_', '-').toLowerCase()}`
}

export function pullSecretName(instanceId: string): string {
  return `${objectName(instanceId)}-pull`
}
