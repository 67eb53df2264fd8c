export interface Scan {
  /** Every module a file names: static, dynamic, type-only, re-exported. */
  imports: { module: string; line: number }[]
  /** True when the file holds nothing but re-exports. */
  barrel: boolean
  readsEnvironment: boolean
}

const statement = /^[ \t]*(?:import|export)\b(?:[^'"`;()=]*?\bfrom)?\s*['"]([^'"\n]+)['"]/gm
const expression = /\bimport\(\s*['"]([^'"\n]+)['"]\s*\)/g
const reexport = /^[ \t]*export\b[^'"`;()=]*?\bfrom\s*['"][^'"\n]+['"];?/gm

/** Blanks comments but keeps line breaks, so that line numbers stay true. */
function withoutComments(text: string): string {
  const blank = (match: string) => match.replace(/[^\n]/g, ' ')
  return text.replace(/^[ \t]*\/\*[\s\S]*?\*\//gm, blank).replace(/^[ \t]*\/\/.*$/gm, blank)
}

/** Reads import statements without a parser: it must be quick, and our formatter keeps them in one shape. */
export function scanImports(text: string): Scan {
  const code = withoutComments(text)
  const imports = [...code.matchAll(statement), ...code.matchAll(expression)].map((match) => ({
    module: match[1] ?? '',
    line: code.slice(0, match.index).split('\n').length,
  }))
  const rest = code.replace(reexport, '').trim()
  return {
    imports,
    barrel: imports.length > 0 && rest === '',
    readsEnvironment: /\bprocess\.env\b/.test(code),
  }
}
