import type { Operation } from '@mkt/contract/api'

type Methods = (path: string) => string[]

/** Tells which methods an address of the interface takes; none for an address that there is not. */
export function allowedMethods(operations: readonly Pick<Operation, 'method' | 'path'>[], prefix: string): Methods {
  const forms = operations.map(({ method, path }) => ({
    method,
    form: new RegExp(`^${prefix}${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }))
  return (path) => {
    const methods = new Set(forms.filter(({ form }) => form.test(path)).map(({ method }) => method as string))
    if (methods.has('GET')) methods.add('HEAD')
    return [...methods].sort()
  }
}
