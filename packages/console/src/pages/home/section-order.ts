export type HomeSection = 'operating' | 'running' | 'moderating' | 'publishing'

/** How much a part of the home page needs the person: 2 something fails, 1 something waits for them, 0 all is well. */
export type Urgency = 0 | 1 | 2

/** Parts that affect most people come first among those that are equally urgent. */
const usual: HomeSection[] = ['operating', 'running', 'moderating', 'publishing']

export function sectionOrder(urgency: Partial<Record<HomeSection, Urgency>>): HomeSection[] {
  return usual
    .filter((section) => urgency[section] !== undefined)
    .toSorted((one, other) => (urgency[other] ?? 0) - (urgency[one] ?? 0))
}
