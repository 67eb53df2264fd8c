import { stripTypeScriptTypes } from 'node:module'

/** Whether a file of a workspace package must become JavaScript: Node refuses TypeScript below node_modules. */
export function isTypeScript(path: string): boolean {
  return /\.m?ts$/.test(path) && !/\.d\.m?ts$/.test(path)
}

export function javaScriptPath(path: string): string {
  return path.replace(/\.(m?)ts$/, '.$1js')
}

/** JavaScript of a TypeScript file: types blanked out, relative imports pointing at the stripped neighbours. */
export function stripTypes(source: string): string {
  return strip(source).replace(
    /(\bfrom\s*|\bimport\s*\(?\s*)(['"])(\.{1,2}\/[^'"]*?)\.(m?)ts\2/g,
    (_all, before: string, quote: string, path: string, m: string) => `${before}${quote}${path}.${m}js${quote}`,
  )
}

/** A package.json whose entries point at the stripped files. */
export function stripPackage(text: string): string {
  const point = (value: unknown): unknown => {
    if (typeof value === 'string') return value.startsWith('./') && isTypeScript(value) ? javaScriptPath(value) : value
    if (Array.isArray(value)) return value.map(point)
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, point(each)]))
    return value
  }
  const parsed = JSON.parse(text) as Record<string, unknown>
  const main = typeof parsed.main === 'string' && isTypeScript(parsed.main) ? { main: javaScriptPath(parsed.main) } : {}
  const pointed = point({ exports: parsed.exports, imports: parsed.imports, bin: parsed.bin }) as Record<
    string,
    unknown
  >
  const { scripts: _scripts, devDependencies: _dev, ...rest } = parsed
  return `${JSON.stringify({ ...rest, ...JSON.parse(JSON.stringify(pointed)), ...main }, null, 2)}\n`
}

function strip(source: string): string {
  // Node says once that the function is young; a builder's user can do nothing about that.
  const emit = process.emitWarning
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(source)
  } finally {
    process.emitWarning = emit
  }
}
