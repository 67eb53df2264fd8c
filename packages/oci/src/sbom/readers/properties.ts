/** Lines of `KEY=value`, the value perhaps in quotes: os-release, the release file of a JDK, pom.properties. */
export function readProperties(text: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const line of text.split(/\r?\n/)) {
    const match = /^\s*([A-Za-z_][\w.-]*)\s*[=:]\s*(.*?)\s*$/.exec(line)
    if (match?.[1] === undefined || match[1] === '__proto__') continue
    found[match[1]] = (match[2] ?? '').replace(/^(["'])(.*)\1$/, '$2')
  }
  return found
}
