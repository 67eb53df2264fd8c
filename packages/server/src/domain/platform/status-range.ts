/** `404` is one status, `4xx` a hundred of them. */
export function statusRange(status: string | undefined): readonly [number, number] | undefined {
  if (status === undefined) return undefined
  if (!status.endsWith('xx')) return [Number(status), Number(status)]
  const first = Number(status.charAt(0)) * 100
  return [first, first + 99]
}
