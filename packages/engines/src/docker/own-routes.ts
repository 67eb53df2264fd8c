import { readFile } from 'node:fs/promises'

export interface Route {
  /** First address of the network, as a number. */
  base: number
  mask: number
}

/** The networks that this machine has a way to already; none where the system does not say. */
export async function ownRoutes(): Promise<Route[]> {
  return readRoutes(await readFile('/proc/net/route', 'latin1').catch(() => ''))
}

/** Reads the kernel's table, whose numbers are written backwards; a way to everywhere is none to a network. */
export function readRoutes(table: string): Route[] {
  return table
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .flatMap(([, base = '', , , , , , mask = '']) => (mask === '' ? [] : [{ base: turned(base), mask: turned(mask) }]))
    .filter(({ mask }) => mask !== 0)
}

function turned(hex: string): number {
  return Buffer.from(hex, 'hex').readUInt32LE()
}

export function overlap(a: Route, b: Route): boolean {
  return ((a.base ^ b.base) & a.mask & b.mask) === 0
}
