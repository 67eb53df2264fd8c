import type { Page } from 'playwright-core'
import { placesOf, type Visiting } from '../../../packages/console/src/testing/places.ts'
import type { PictureWorld } from './picture-world.ts'
import type { Shot } from './take-pictures.ts'

export type Shots = Record<string, Shot>

/** `/manage/tenants/$tenantId` → `manage-tenants-tenant`. */
function nameOf(path: string): string {
  if (path === '/$') return 'nowhere'
  return (
    path
      .replaceAll(/\$(\w+?)(Id)?(?=\/|$)/g, '$1')
      .replaceAll('/', '-')
      .slice(1) || 'home'
  )
}

/** Every page of the router's table, for those who visit it, with the things of this world in their addresses. */
export function tableShots(who: Visiting, place: (path: string) => string): Shots {
  return Object.fromEntries(placesOf[who].map((path) => [nameOf(path), { at: place(path) }]))
}

const press = (name: RegExp | string) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
}
const opened = (name: RegExp | string) => async (page: Page) => {
  await press(name)(page)
  await page.getByRole('dialog').first().waitFor()
}
const firstRow = async (page: Page) => {
  const row = page.locator('tbody tr').first()
  await row.getByRole('link').or(row.getByRole('button')).first().click()
  await page.getByRole('dialog').first().waitFor()
}
const palette = (words: string) => async (page: Page) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type(words)
  if (words) await page.getByRole('option').first().waitFor()
}

/** Goes on to a step of the launch. */
const step = (count: number, last?: (page: Page) => Promise<void>) => async (page: Page) => {
  await page.getByRole('radio').first().check()
  for (let at = 0; at < count; at++) await press('Next')(page)
  await last?.(page)
}

export function strangerShots({ links }: PictureWorld): Shots {
  const wrong = async (page: Page) => {
    await page.getByLabel('Email').fill('ann@northwind.example')
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await press('Sign in')(page)
    await page.getByRole('alert').waitFor()
  }
  return {
    'sign-in-refused': { at: '/sign-in', act: wrong },
    'sign-in-forgotten': {
      at: '/sign-in',
      act: (page) =>
        page
          .getByText(/forgot/i)
          .first()
          .click(),
    },
    'join-invited': { at: links.invitation },
    'set-password-link': { at: links.reset },
    docs: { at: '/docs' },
    'docs-guide': { at: '/docs/for-customers' },
    'docs-reference': { at: '/docs/errors' },
    'docs-api': { at: '/docs/api' },
    'docs-search': { at: '/docs/search?q=egress' },
    'docs-nowhere': { at: '/docs/nope' },
  }
}

/** Pages while what they read does not come, or fails. */
function silent(paths: string[], answers: 'never' | 'failed', word: string): Shots {
  const named = paths.map((at): [string, Shot] => [`${word}-${at.split('/').at(-1) || 'home'}`, { at, answers }])
  return Object.fromEntries(named)
}

export function customerShots({ of, failing, trialId, links }: PictureWorld): Shots {
  const at = (app: string) => `/manage/installations/${of(app).id}`
  const launch = (app: string) => `/launch/${of(app).listing.id}`
  const bad = `/manage/installations/${failing.id}`
  const rater = at('rater')
  return {
    'home-palette': { at: '/', act: palette('') },
    'home-palette-found': { at: '/', act: palette('rater') },
    'home-bell': { at: '/', act: press(/notification/i) },
    'home-organizations': { at: '/', act: press(/northwind/i) },
    'home-menu': { at: '/', act: (page) => page.getByRole('button', { name: 'Open navigation' }).click(), from: 820 },
    'browse-nothing': { at: '/browse?q=zzzzqqq' },
    'join-other-account': { at: links.invitation },
    'launch-connect': { at: launch('vin-autofill'), act: step(0) },
    'launch-configure': { at: launch('settings'), act: step(1) },
    'launch-configure-problems': { at: launch('settings'), act: step(2) },
    'launch-map': { at: launch('vin-autofill'), act: step(2) },
    'launch-map-filled': { at: launch('vin-autofill'), act: step(2, press('Fill in suggestions')) },
    'launch-review': {
      at: launch('vin-autofill'),
      act: step(2, async (page) => {
        await press('Fill in suggestions')(page)
        await press('Next')(page)
      }),
    },
    'launch-own-credentials': {
      at: launch('vin-autofill'),
      act: step(0, (page) => page.getByLabel(/separate credentials/).check()),
    },
    'launch-other-tenant': { at: launch('vin-autofill'), act: press('Connect another policy system') },
    'manage-chosen': {
      at: '/manage',
      act: async (page) => {
        const boxes = page.locator('tbody').getByRole('checkbox')
        await boxes.nth(0).check()
        await boxes.nth(1).check()
      },
    },
    'manage-nothing': { at: '/manage?q=zzzzqqq' },
    failing: { at: bad },
    'failing-activity': { at: `${bad}/activity?outcome=failed` },
    'failing-drawer': { at: `${bad}/activity`, act: firstRow },
    notifier: { at: at('notifier') },
    'notifier-activity': { at: `${at('notifier')}/activity` },
    'notifier-drawer': { at: `${at('notifier')}/activity`, act: firstRow },
    rater: { at: rater },
    'rater-activity': { at: `${rater}/activity` },
    'rater-trial': { at: `${rater}/trials?trial=${trialId}` },
    'rater-uninstall': { at: rater, act: opened('Uninstall') },
    'rater-stop': { at: rater, act: opened('Stop') },
    'settings-configuration': { at: `${at('settings')}/configuration` },
    'settings-changed': {
      at: `${at('settings')}/configuration`,
      act: (page) => page.getByRole('textbox', { name: /Company name/ }).fill('Northwind Mutual'),
    },
    audit: { at: at('audit') },
    'new-tenant-problems': { at: '/manage/tenants/new', act: press('Check and connect') },
    'organization-new-key': { at: '/organization', act: opened(/new api key/i) },
    'organization-invite': { at: '/organization/members', act: opened(/^invite/i) },
    'organization-new-alert': { at: '/organization/alerts', act: opened(/add an alert/i) },
    ...silent(['/', '/browse', '/manage', '/manage/tenants', rater, `${rater}/activity`], 'never', 'waiting'),
    ...silent(['/', '/browse', '/manage', rater, `${rater}/activity`], 'failed', 'failed'),
    'missing-installation': { at: '/manage/installations/ins_01m7pp61e9m6xcper6s5p98aaa' },
    'other-organization': { at: '/o/elsewhere/manage' },
  }
}

export function publisherShots({ of, nextId, review }: PictureWorld): Shots {
  const rater = `/publish/${of('rater').listing.id}`
  const waiting = `/publish/${review.listingId}`
  return {
    rater: { at: rater },
    'rater-releases': { at: `${rater}/releases` },
    'rater-promotion': { at: `${rater}/releases?release=${nextId}` },
    'rater-usage': { at: `${rater}/usage` },
    'rater-deployments': { at: `${rater}/deployments` },
    waiting: { at: waiting },
    'waiting-releases': { at: `${waiting}/releases` },
    'waiting-findings': { at: `${waiting}/findings` },
    'waiting-usage': { at: `${waiting}/usage` },
    'waiting-browse': { at: `/browse/${review.listingId}` },
    'test-launch': { at: `/launch/${review.listingId}` },
    'new-listing-problems': { at: '/publish/new', act: press('Next') },
  }
}

export function moderatorShots(_: PictureWorld): Shots {
  return {
    'moderate-approved': { at: '/moderate?state=APPROVED' },
  }
}

/** An organization where nothing is yet. */
export const emptyShots: Shots = Object.fromEntries(
  [
    ...['', 'browse', 'manage', 'manage/tenants', 'manage/policies', 'manage/packages', 'publish', 'organization'],
    ...['members', 'signing-keys', 'sign-in', 'alerts', 'audit'].map((one) => `organization/${one}`),
  ].map((path) => [path.replaceAll('/', '-') || 'home', { at: `/${path}` }]),
)
