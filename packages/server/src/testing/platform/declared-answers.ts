import { errorsOf, type Operation, type OperationId, operations } from '@mkt/contract/api'

const patterns = Object.entries(operations as Record<string, Operation>).map(([id, { method, path }]) => ({
  id: id as OperationId,
  method,
  path: new RegExp(`^/api/v1${path.replace(/\{\w+\}/g, '[^/]+')}$`),
}))

interface Answered {
  method: string
  url: string
  status: number
  body: string
}

/** The operation and code of an answer that the operation does not declare; undefined for every other answer. */
export function undeclaredAnswer({ method, url, status, body }: Answered): string | undefined {
  if (status < 400) return undefined
  const path = url.split('?')[0] ?? ''
  const found = patterns.find((row) => row.method === method.toUpperCase() && row.path.test(path))
  if (found === undefined) return undefined
  const { code } = JSON.parse(body) as { code: string }
  // A request that is not valid HTTP for this interface is refused before it is known what it asks for.
  if (code === 'request_malformed' || (errorsOf(found.id) as string[]).includes(code)) return undefined
  return `${found.id} answered ${status} ${code}`
}
