import { FolderError } from './lib/process/prepare-folder.ts'

/** Says in a person's words why the platform did not start and what to do about it. */
export function explainStartFailure(failure: unknown): string {
  // A name with several addresses fails once for each of them.
  const error = failure instanceof AggregateError ? failure.errors[0] : failure
  if (error instanceof FolderError)
    return `The data folder ${error.message}. Set MKT_DATA_DIR to a folder you own, on a disk with room.`
  const { code, port, address, message, stack } = error as NodeJS.ErrnoException & { port?: number; address?: string }
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${address} is taken. Stop what uses it, or choose other ports: MKT_API_PORT, MKT_GATEWAY_PORT, MKT_STATE_PORT, MKT_RELAY_PORT, MKT_OTLP_PORT, MKT_WORKER_PORT, MKT_SIMULATOR_PORT (0 = any free one).`
  }
  if (code === 'EADDRNOTAVAIL')
    return `This machine has no address ${address}. Set MKT_BIND to one it has, for example 127.0.0.1.`
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} may not be opened by this user. Choose one above 1023.`
  if (code === 'ENOSPC' || code === '53100')
    return 'The disk is full. Free some space, or set MKT_DATA_DIR to a folder on another disk.'
  if (code === 'EACCES' || code === 'EROFS')
    return `The data folder cannot be written: ${message}. Set MKT_DATA_DIR to a folder you own.`
  if (['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH'].includes(code ?? '')) {
    const place = address === undefined ? message : `${address}:${port}`
    return `The database cannot be reached (${place}). Is it running, and is DATABASE_URL right?`
  }
  if (code === '28P01' || code === '28000' || code === '3D000')
    return `The database refused the connection: ${message}. Check DATABASE_URL.`
  return `MKT could not start: ${message || stack || String(error)}`
}
