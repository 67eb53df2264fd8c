/** A worker or a process that does the work. */
export interface ThreadHost {
  on<Value>(event: HostEvent, listener: (value: Value) => void): void
  off<Value>(event: HostEvent, listener: (value: Value) => void): void
  post(input: unknown): void
  /** Lets this process end though the host is there. */
  unref(): void
  end(): Promise<void>
}

export type HostEvent = 'message' | 'error' | 'exit'

export interface HostLimits {
  memoryMb: number
  niceness: number
}
