export function pinnedNode(root: string): string
export const resolveOnce: readonly string[]
export function fewHelpers(processors?: number): string[]
export function launch(
  node: string,
  args: string[],
  options?: { cwd?: string; env?: Record<string, string | undefined> },
): void
