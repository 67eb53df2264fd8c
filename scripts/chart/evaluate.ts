import { functions, isEmpty, print } from './functions.ts'
import type { Expression } from './parse-expression.ts'
import type { Node } from './parse-template.ts'

type Variables = Map<string, { value: unknown }>

/** Renders parsed templates. `root` is what `$` and the first dot are. */
export function createEvaluator(root: unknown, definitions: ReadonlyMap<string, Node[]>) {
  function evaluate(expression: Expression, dot: unknown, variables: Variables): unknown {
    switch (expression.kind) {
      case 'literal':
        return expression.value
      case 'dot':
        return dot
      case 'variable': {
        const variable = variables.get(expression.name)
        if (variable === undefined) throw new Error(`${expression.name} is not declared`)
        return variable.value
      }
      case 'field': {
        const of = evaluate(expression.of, dot, variables)
        if (of === undefined || of === null) throw new Error(`.${expression.name} is asked of nothing`)
        return (of as Record<string, unknown>)[expression.name]
      }
      case 'method': {
        const method = evaluate(expression.of, dot, variables)
        if (typeof method !== 'function') throw new Error('a value is called like a function')
        return method(...expression.parts.map((part) => evaluate(part, dot, variables)))
      }
      case 'call':
        return call(expression, [], dot, variables)
      case 'pipeline': {
        const [first, ...rest] = expression.stages
        return rest.reduce(
          (value, stage) => {
            if (stage.kind !== 'call') throw new Error('a pipeline leads into something that is no function')
            return call(stage, [value], dot, variables)
          },
          first && evaluate(first, dot, variables),
        )
      }
    }
  }

  function call(
    { name, parts }: Extract<Expression, { kind: 'call' }>,
    more: unknown[],
    dot: unknown,
    variables: Variables,
  ) {
    const given = [...parts.map((part) => evaluate(part, dot, variables)), ...more]
    if (name === 'include') {
      const nodes = definitions.get(String(given[0]))
      if (nodes === undefined) throw new Error(`${given[0]} is not defined`)
      return render(nodes, given[1], new Map([['$', { value: given[1] }]]))
    }
    const found = functions[name]
    if (found === undefined) throw new Error(`the function ${name} is not known`)
    return found(...(given as never[]))
  }

  function render(nodes: readonly Node[], dot: unknown, outer: Variables): string {
    const variables: Variables = new Map(outer)
    return nodes.map((node) => write(node, dot, variables)).join('')
  }

  function write(node: Node, dot: unknown, variables: Variables): string {
    switch (node.kind) {
      case 'text':
        return node.text
      case 'print':
        try {
          return print(evaluate(node.value, dot, variables))
        } catch (error) {
          throw new Error(`line ${node.line}: ${(error as Error).message}`)
        }
      case 'assign': {
        const value = evaluate(node.value, dot, variables)
        const known = variables.get(node.name)
        if (node.declares) variables.set(node.name, { value })
        else if (known === undefined) throw new Error(`${node.name} is not declared`)
        else known.value = value
        return ''
      }
      case 'if':
        return render(isEmpty(evaluate(node.test, dot, variables)) ? node.otherwise : node.then, dot, variables)
      case 'with': {
        const value = evaluate(node.test, dot, variables)
        return isEmpty(value) ? render(node.otherwise, dot, variables) : render(node.then, value, variables)
      }
      case 'range':
        return writeRange(node, dot, variables)
    }
  }

  function writeRange(node: Extract<Node, { kind: 'range' }>, dot: unknown, variables: Variables): string {
    const over = evaluate(node.over, dot, variables)
    if (isEmpty(over)) return render(node.otherwise, dot, variables)
    const entries: [unknown, unknown][] = Array.isArray(over)
      ? [...over.entries()]
      : Object.entries(over as object).toSorted(([a], [b]) => (a < b ? -1 : 1))
    return entries
      .map(([key, value]) => {
        const own = new Map(variables)
        const [first, second] = node.names
        if (first !== undefined) own.set(first, { value: second === undefined ? value : key })
        if (second !== undefined) own.set(second, { value })
        return render(node.each, value, own)
      })
      .join('')
  }

  return (nodes: readonly Node[]) => render(nodes, root, new Map([['$', { value: root }]]))
}
