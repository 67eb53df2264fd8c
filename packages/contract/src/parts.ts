/** The parts of the platform: the roles a process of it can hold. */
export const parts = ['api', 'gateway', 'state', 'relay', 'worker'] as const
export type Part = (typeof parts)[number]
