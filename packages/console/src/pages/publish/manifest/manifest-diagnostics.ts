import type { Diagnostic } from '@codemirror/lint'
import type { Problem } from '@mkt/manifest'

/** Problems at lines and columns, which people read, as ranges of offsets, which the editor marks. */
export function manifestDiagnostics(text: string, problems: Problem[]): Diagnostic[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return problems.map((problem) => {
    const from = Math.min((starts[problem.line - 1] ?? 0) + problem.column - 1, text.length)
    const token = /^("(?:[^"\\\n]|\\.)*"|[\w.-]+|.)/.exec(text.slice(from))?.[0] ?? ''
    return { from, to: from + token.length, severity: problem.severity, message: `${problem.message} ${problem.fix}` }
  })
}
