import { changeAlertRule } from '../../actions/alert/change-alert-rule.ts'
import { createAlertRule, deleteAlertRule, testAlertRule } from '../../actions/alert/manage-alerts.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import type { Subject } from '../../domain/accounts/access.ts'
import { toItems } from '../../domain/platform/items.ts'
import { type AlertRuleRow, alertRuleById, alertRulesOf } from '../../store/alert/alert-rules.ts'
import { countFiring } from '../../store/alert/alert-states.ts'
import { notFound, organizationSubject } from '../http/find.ts'
import { type Route, route } from '../http/route.ts'

function answer(rule: AlertRuleRow, firing: number) {
  const { id, name, kind, threshold, topics, listingId, installationId, quietHours, target, createdBy, problem } = rule
  return {
    ...{ id, name, kind, threshold, topics, listingId, installationId, quietHours, target, createdBy, problem, firing },
    address: rule.shown,
    createdAt: rule.createdAt.toISOString(),
    toldAt: rule.toldAt?.toISOString() ?? null,
  }
}

async function ruleSubject(platform: Platform, id: string): Promise<Subject & { rule: AlertRuleRow }> {
  const rule = await alertRuleById(platform.db, id)
  if (rule === undefined) throw notFound()
  return { organizationId: rule.organizationId, rule }
}

export function alertRoutes(platform: Platform): Route[] {
  return [
    route('getAlertRules', {
      subject: ({ params }) => organizationSubject(platform, params.org),
      async handle({ subject: { organization } }) {
        const firing = await countFiring(platform.db, organization.id)
        const rules = await alertRulesOf(platform.db, organization.id)
        return {
          rules: toItems(
            rules,
            (rule) => rule.id,
            (rule) => answer(rule, firing.get(rule.id) ?? 0),
          ),
        }
      },
    }),
    route('createAlertRule', {
      subject: ({ params }) => organizationSubject(platform, params.org),
      async handle({ subject: { organization }, body, ...origin }) {
        return answer(await createAlertRule(platform, { ...body, organizationId: organization.id }, origin), 0)
      },
    }),
    route('changeAlertRule', {
      subject: ({ params }) => ruleSubject(platform, params.id),
      async handle({ subject: { rule }, body, ...origin }) {
        const changed = await changeAlertRule(platform, rule, body, origin)
        const firing = await countFiring(platform.db, rule.organizationId)
        return answer(changed, firing.get(rule.id) ?? 0)
      },
    }),
    route('deleteAlertRule', {
      subject: ({ params }) => ruleSubject(platform, params.id),
      async handle({ subject: { rule }, ...origin }) {
        await deleteAlertRule(platform, rule, origin)
        return undefined
      },
    }),
    route('testAlertRule', {
      subject: ({ params }) => ruleSubject(platform, params.id),
      async handle({ subject: { rule }, ...origin }) {
        const problem = await testAlertRule(platform, rule, origin)
        return { taken: problem === null, problem }
      },
    }),
  ]
}
