import { Failure } from '@mkt/contract/errors'
import { limits } from '@mkt/contract/limits'
import type { Platform } from '../../actions/platform/platform.ts'
import { unowned } from '../../domain/accounts/access.ts'
import { deleteListChoice, keepListChoice } from '../../store/accounts/list-choices.ts'
import { type Route, route } from '../http/route.ts'
import { personOf } from './person-of.ts'

/** How a person wants to see the lists of the console. */
export function listChoiceRoutes({ db }: Pick<Platform, 'db'>): Route[] {
  return [
    route('keepListChoice', {
      subject: () => unowned,
      async handle({ caller, params: { list }, body: choice }) {
        const { personId } = personOf(caller)
        if (choice.hidden.length === 0 && choice.views.length === 0) {
          await deleteListChoice(db, personId, list)
          return undefined
        }
        const most = limits.listChoices.value
        if (!(await keepListChoice(db, { personId, list, choice }, most)))
          throw new Failure(
            'quota_exceeded',
            `${limits.listChoices.of}: ${most} at most. Show another list as usual first.`,
          )
        return undefined
      },
    }),
  ]
}
