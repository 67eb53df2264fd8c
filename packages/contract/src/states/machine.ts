/** How a state reads at a glance. `busy`: the platform is at work on it. `open`: it waits for a person. */
export type Tone = 'good' | 'busy' | 'open' | 'attention' | 'bad' | 'neutral'

/** Who makes a move. `platform` moves need nobody to ask for them. */
export type Mover = 'publisher' | 'moderator' | 'customer' | 'policy system' | 'platform'

export interface MoveRow<State extends string> {
  /** `null` is the thing before it has a state. */
  from: readonly (State | null)[]
  to: State
  by: Mover
}

/**
 * A state machine as one table: its states with what holds in each, and its moves. Code, pictures, badges and tests
 * read it; nothing else says which states there are or where a move leads.
 */
export interface Machine<
  State extends string = string,
  Move extends string = string,
  Facts extends { tone: Tone } = { tone: Tone },
> {
  readonly states: Readonly<Record<State, Facts>>
  readonly moves: Readonly<Record<Move, MoveRow<State>>>
}

/** Every state, in the order of the table. */
export function statesOf<State extends string>({ states }: Machine<State>): readonly State[] {
  return Object.keys(states) as State[]
}

/** The states in which something holds. */
export function statesWhere<State extends string, Facts extends { tone: Tone }>(
  { states }: Machine<State, string, Facts>,
  holds: (facts: Facts) => boolean,
): readonly State[] {
  return (Object.keys(states) as State[]).filter((state) => holds(states[state]))
}

/** Where a move leads, or undefined when it is not possible from here. */
export function moved<State extends string, Move extends string>(
  { moves }: Machine<State, Move>,
  state: State | null,
  move: Move,
): State | undefined {
  const { from, to } = moves[move]
  return from.includes(state) ? to : undefined
}

export function mayMove<State extends string, Move extends string>(
  machine: Machine<State, Move>,
  state: State | null,
  move: Move,
): boolean {
  return moved(machine, state, move) !== undefined
}

/** The states that one move leads to from here. */
export function statesAfter<State extends string>({ moves }: Machine<State>, state: State | null): readonly State[] {
  return Object.values<MoveRow<State>>(moves)
    .filter(({ from }) => from.includes(state))
    .map(({ to }) => to)
}
