import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readRecord } from './instance-folder.ts'
import type { OutletOptions } from './launch.ts'
import { outletName, SHARED_OUTLET } from './outlet-names.ts'
import { createOutlet, type Outlet } from './outlet-owner.ts'

/** The ways out of one engine: a process for each publisher, so that what one's applications do to theirs is nobody else's loss. */
export interface Outlets {
  /** Where the instances of an app find theirs. Written down in their folders before it is ensured. */
  socketOf(app: string): string
  /** Resolves when somebody serves it, starting it when nobody does. */
  ensure(socket: string): Promise<void>
  /** Starts that of an instance again where it was killed; looks now and then only. */
  keep(instanceFolder: string): void
  /** Ends all of them, whichever platform started them. */
  end(): void
}

export function createOutlets(program: string, sockets: string, instances: string, options: OutletOptions): Outlets {
  const known = new Map<string, Outlet>()
  const at = (socket: string): Outlet => {
    const outlet = known.get(socket) ?? createOutlet(program, socket, instances, options)
    known.set(socket, outlet)
    return outlet
  }
  return {
    socketOf: (app) => join(sockets, outletName(app)),
    ensure: (socket) => at(socket).ensure(),
    keep: (folder) => at(readRecord(folder, 'outlet')?.socket ?? join(sockets, SHARED_OUTLET)).keep(),
    end() {
      for (const [, name] of readdirSync(sockets).map((file) => /^(outlet[^.]*)\.json$/.exec(file) ?? []))
        if (name !== undefined) at(join(sockets, name)).end()
    },
  }
}
