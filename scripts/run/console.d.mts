/** Builds the console when its sources changed; false when it did not build. */
export function buildConsole(root: string, node: string): boolean
