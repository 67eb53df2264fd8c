/** What stands inside an action: a value, a field of one, a call, or a pipeline of calls. */
export type Expression =
  | { kind: 'literal'; value: string | number | boolean | null }
  | { kind: 'dot' }
  | { kind: 'variable'; name: string }
  | { kind: 'field'; of: Expression; name: string }
  | { kind: 'call'; name: string; parts: Expression[] }
  | { kind: 'method'; of: Expression; parts: Expression[] }
  | { kind: 'pipeline'; stages: Expression[] }

const TOKEN = /\s+|"(?:[^"\\]|\\.)*"|`[^`]*`|-?\d+(?:\.\d+)?|\$\w*|\.\w+|\.|\w+|[()|]/y

/** Parses an expression of the template language, in the subset that charts here use. */
export function parseExpression(code: string): Expression {
  const tokens = tokensOf(code)
  let at = 0
  const peek = () => tokens[at]
  const isSpace = (token: string | undefined) => token !== undefined && /^\s/.test(token)
  const skipSpace = () => {
    while (isSpace(peek())) at += 1
  }

  function pipeline(): Expression {
    const stages = [command()]
    for (skipSpace(); peek() === '|'; skipSpace()) {
      at += 1
      stages.push(command())
    }
    return stages.length === 1 && stages[0] !== undefined ? stages[0] : { kind: 'pipeline', stages }
  }

  function command(): Expression {
    skipSpace()
    const first = operand()
    const parts: Expression[] = []
    for (skipSpace(); peek() !== undefined && peek() !== '|' && peek() !== ')'; skipSpace()) parts.push(operand())
    if (first.kind === 'call') return { ...first, parts }
    return parts.length === 0 ? first : { kind: 'method', of: first, parts }
  }

  function operand(): Expression {
    const token = tokens[at]
    at += 1
    if (token === undefined) throw new Error(`an expression ends too early: ${code}`)
    let value = operandOf(token)
    while (peek()?.startsWith('.') && peek() !== '.') {
      value = { kind: 'field', of: value, name: (peek() ?? '').slice(1) }
      at += 1
    }
    return value
  }

  function operandOf(token: string): Expression {
    if (token === '(') {
      const inner = pipeline()
      skipSpace()
      if (tokens[at] !== ')') throw new Error(`a parenthesis is not closed: ${code}`)
      at += 1
      return inner
    }
    if (token.startsWith('"')) return { kind: 'literal', value: JSON.parse(token) as string }
    if (token.startsWith('`')) return { kind: 'literal', value: token.slice(1, -1) }
    if (/^-?\d/.test(token)) return { kind: 'literal', value: Number(token) }
    if (token === 'true' || token === 'false') return { kind: 'literal', value: token === 'true' }
    if (token === 'nil') return { kind: 'literal', value: null }
    if (token === '.') return { kind: 'dot' }
    if (token.startsWith('.')) return { kind: 'field', of: { kind: 'dot' }, name: token.slice(1) }
    if (token.startsWith('$')) return { kind: 'variable', name: token }
    if (/^\w/.test(token)) return { kind: 'call', name: token, parts: [] }
    throw new Error(`${token} is not expected in ${code}`)
  }

  const whole = pipeline()
  skipSpace()
  if (at < tokens.length) throw new Error(`${tokens[at]} is not expected in ${code}`)
  return whole
}

function tokensOf(code: string): string[] {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < code.length) {
    const start = TOKEN.lastIndex
    const token = TOKEN.exec(code)?.[0]
    if (token === undefined) throw new Error(`"${code.slice(start)}" is not understood in ${code}`)
    tokens.push(token)
  }
  return tokens
}
