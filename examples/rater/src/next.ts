import { raterApp } from './rater-app.ts'

/**
 * The next release, with a change that nobody asked for: 7 % more for one peril. A trial finds it before a customer does.
 * To deploy it, have `src/main.ts` serve it.
 */
export const next = raterApp({ comprehensive: 1.07 })
