/** Lines of `KEY=value`, the value perhaps in quotes: os-release, the release file of a JDK, pom.properties. */
export function readProperties(text: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const line of text.split(/\r?\n/)) {
    // By its place, not by one expression: a publisher writes these files, with a megabyte of spaces where that takes long.
    const sign = line.search(/[=:]/)
    const key = line.slice(0, Math.max(0, sign)).trim()
    if (!/^[A-Za-z_][\w.-]*$/.test(key) || key === '__proto__') continue
    found[key] = withoutQuotes(line.slice(sign + 1).trim())
  }
  return found
}

function withoutQuotes(value: string): string {
  const quoted = value.length > 1 && value.at(0) === value.at(-1) && (value.startsWith('"') || value.startsWith("'"))
  return quoted ? value.slice(1, -1) : value
}
