import { guarded } from '../../lib/guarded.ts'

interface Waiting {
  alone: boolean
  enter(): void
}

interface Door {
  active: number
  /** Whether the one inside must be alone. */
  alone: boolean
  line: Waiting[]
}

/**
 * Lets a limited number of deliveries at a time through to a deployment, in the order they came. One that must go alone waits until nobody is inside, and
 * keeps everybody else out until it is done.
 */
export class SendGate {
  readonly #limit: number
  readonly #doors = new Map<string, Door>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Resolves when it may go; gives the function to call when it is done. Undefined when it was given up while waiting. */
  enter(deploymentId: string, alone: boolean, signal: AbortSignal): Promise<(() => void) | undefined> {
    const door = this.#doors.get(deploymentId) ?? { active: 0, alone: false, line: [] }
    this.#doors.set(deploymentId, door)
    // Nobody is before it: then it needs no place in line, which costs more than the rest of the gate.
    if (door.line.length === 0 && this.#hasRoom(door, alone))
      return Promise.resolve(this.#go(deploymentId, door, alone))
    return new Promise((resolve, reject) => {
      const leaveLine = () => {
        resolve(undefined)
        door.line.splice(door.line.indexOf(waiting), 1)
        this.#pump(deploymentId, door)
      }
      const giveUp = guarded(reject, leaveLine)
      const waiting: Waiting = {
        alone,
        enter: () => {
          signal.removeEventListener('abort', giveUp)
          resolve(this.#go(deploymentId, door, alone))
        },
      }
      signal.addEventListener('abort', giveUp, { once: true })
      door.line.push(waiting)
      this.#pump(deploymentId, door)
    })
  }

  #hasRoom(door: Door, alone: boolean): boolean {
    return !door.alone && door.active < (alone ? 1 : this.#limit)
  }

  /** Goes in; gives the way out. */
  #go(deploymentId: string, door: Door, alone: boolean): () => void {
    door.active += 1
    door.alone = alone
    let left = false
    return () => {
      if (left) return
      left = true
      door.active -= 1
      if (alone) door.alone = false
      this.#pump(deploymentId, door)
    }
  }

  #pump(deploymentId: string, door: Door): void {
    for (;;) {
      const next = door.line[0]
      if (next === undefined || !this.#hasRoom(door, next.alone)) break
      door.line.shift()
      next.enter()
    }
    if (door.active === 0 && door.line.length === 0) this.#doors.delete(deploymentId)
  }
}
