import { type Deployment, decideCare, freshStart } from '../../domain/deployment/deployment.ts'
import { careTimes as times } from '../../domain/deployment/health.ts'
import { type Instance, isProbeDue, judgeInstance, mustStop, type Sight } from '../../domain/deployment/instance.ts'

interface Container {
  readyAt: number
  hung: boolean
  endsAt: number | null
  exit: string | null
}

/** How long a container takes to end after it was told to. It answers until then. */
const ENDING_MS = 700

/**
 * A deployment with its carer, its engine and its clock, in memory: what the carer does around the pure decisions, second
 * by second. It throws where the platform breaks a promise.
 */
export class SimulatedDeployment {
  now = 0
  needed = false
  bootMs = 1_000
  attendedSince = 0
  deployment: Deployment
  instances: Instance[] = []
  readonly containers = new Map<string, Container>()
  /** What a process that takes over finds: counts are stored with a change of state only. */
  #stored = new Map<string, Instance>()
  #began = 0
  #crashes = 0
  #count = 0

  constructor() {
    this.deployment = { id: 'dep_1', replicas: 1, generation: 1, ...freshStart(this.#date()) }
  }

  /** A launch, a start, an upgrade or a rollback refers to the release. */
  need(): void {
    this.needed = true
    if (this.deployment.state !== 'STOPPED' && this.deployment.state !== 'FAILED') return
    this.deployment = { ...this.deployment, ...freshStart(this.#date()) }
    this.#beginStart()
  }

  /** The publisher has the instances replaced, as `nextGeneration` of the store writes it. */
  restart(): void {
    const { startingAt, crashes, nextStartAt } = freshStart(this.#date())
    const generation = this.deployment.generation + 1
    this.deployment = { ...this.deployment, generation, startingAt, crashes, nextStartAt }
    this.#beginStart()
  }

  crash(index: number): void {
    const [id, container] = [...this.containers].at(index % Math.max(1, this.containers.size)) ?? []
    const state = this.instances.find((instance) => instance.id === id)?.state
    if (container === undefined || container.exit !== null) return
    container.exit = 'It ended by itself.'
    if (state === 'STARTING' || state === 'HEALTHY') this.#crashes += 1
  }

  hang(index: number): void {
    const container = [...this.containers.values()].at(index % Math.max(1, this.containers.size))
    if (container !== undefined) container.hung = true
  }

  heal(): void {
    for (const container of this.containers.values()) container.hung = false
    this.bootMs = 1_000
  }

  /** Nobody cares for it for a while; then another process takes over. */
  outage(ms: number): void {
    this.now += ms
    this.attendedSince = this.now
    this.instances = this.instances.map((instance) => this.#stored.get(instance.id) ?? instance)
  }

  wait(ms: number): void {
    const until = this.now + ms
    do {
      this.#step()
      const busy = this.instances.some((instance) => instance.state === 'STARTING')
      this.now += Math.min(busy ? 250 : 1_000, Math.max(1, until - this.now))
    } while (this.now < until)
  }

  healthy(): Instance[] {
    const { generation } = this.deployment
    return this.instances.filter((instance) => instance.state === 'HEALTHY' && instance.generation === generation)
  }

  #date(): Date {
    return new Date(this.now)
  }

  #beginStart(): void {
    this.#began = this.now
    this.#crashes = 0
  }

  #serves(id: string): boolean {
    const container = this.containers.get(id)
    return container !== undefined && container.exit === null && !container.hung && container.readyAt <= this.now
  }

  #look(instance: Instance): Instance {
    const container = this.containers.get(instance.id)
    if (container?.endsAt != null && container.endsAt <= this.now) container.exit = 'It was stopped by the platform.'
    const sight: Sight =
      container === undefined
        ? { status: 'absent' }
        : container.exit === null
          ? { status: 'running', address: `unix:/${instance.id}` }
          : { status: 'stopped', reason: container.exit }
    const due = sight.status === 'running' && isProbeDue(instance, times, this.#date())
    const probe = !due ? 'none' : this.#serves(instance.id) ? 'well' : 'missed'
    return judgeInstance(instance, sight, probe, times, this.#date(), new Date(this.attendedSince))
  }

  #step(): void {
    const before = this.instances
    const after = before.map((instance) => this.#look(instance))
    const { deployment, needed } = this
    const attendedSince = new Date(this.attendedSince)
    const decision = decideCare({ deployment, before, after, needed, attendedSince, times, now: this.#date() })
    this.#check(after, decision.instances, decision.deployment)
    this.deployment = decision.deployment
    for (const [index, instance] of decision.instances.entries())
      if (instance.state !== before[index]?.state) this.#stored.set(instance.id, instance)
    this.instances = decision.instances.filter((instance) => instance.state !== 'STOPPED')
    for (const { id } of decision.instances.filter((instance) => instance.state === 'STOPPED'))
      this.containers.delete(id)
    for (const instance of this.instances) {
      const container = this.containers.get(instance.id)
      const ends = decision.abandon || mustStop(instance, times, this.#date())
      if (container !== undefined && ends) container.endsAt ??= this.now + ENDING_MS
    }
    for (let count = 0; count < decision.start; count += 1) this.#start()
  }

  #start(): void {
    this.#count += 1
    const id = `inst_${this.#count}`
    this.containers.set(id, { readyAt: this.now + this.bootMs, hung: false, endsAt: null, exit: null })
    const counts = { streak: 0, misses: 0, checkedAt: null, exitReason: null, address: null }
    const { generation } = this.deployment
    this.instances.push({ id, generation, state: 'STARTING', since: this.#date(), ...counts })
  }

  #check(after: readonly Instance[], next: readonly Instance[], deployment: Deployment): void {
    if (deployment.state === 'STARTING' && this.deployment.state !== 'STARTING') this.#beginStart()
    if (deployment.state === 'FAILED' && this.deployment.state !== 'FAILED') {
      const tried = this.now - Math.max(this.#began, this.attendedSince)
      if (tried < times.startLimitMs && this.#crashes < times.startCrashes * deployment.replicas)
        throw new Error(`It failed ${tried} ms after this start began, with ${this.#crashes} crashes.`)
    }
    if (!this.needed) return
    const enough = next.filter((one) => one.state === 'HEALTHY' && one.generation === deployment.generation)
    for (const [index, instance] of after.entries()) {
      const serves = instance.state === 'HEALTHY' && this.#serves(instance.id)
      if (serves && next[index]?.state !== 'HEALTHY' && enough.length < deployment.replicas)
        throw new Error(`${instance.id} served, was needed, and is ${next[index]?.state}.`)
      const taken = next[index]?.state === 'HEALTHY' && instance.state === 'DRAINING'
      if (taken && this.containers.get(instance.id)?.endsAt !== null)
        throw new Error(`${instance.id} was told to stop and is taken back.`)
    }
  }
}
