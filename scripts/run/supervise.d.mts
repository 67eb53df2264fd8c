import type { RestartPolicy } from './restart-policy.d.mts'

export function supervise(
  node: string,
  args: string[],
  options?: { cwd?: string; env?: Record<string, string | undefined>; policy?: RestartPolicy },
): void
