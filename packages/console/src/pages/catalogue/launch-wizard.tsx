import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { RefusedError } from '@mkt/contract/client'
import { type FieldProblem, type Manifest, mappingFieldsOf, settingsOf } from '@mkt/manifest'
import { IconRocket } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { configurationInput, draftProblems } from '../../forms/configuration-draft.ts'
import { focusProblem } from '../../forms/focus-problem.ts'
import { SettingsForm } from '../../forms/settings-form.tsx'
import { TenantMapping } from '../../parts/installation/tenant-mapping.tsx'
import { api } from '../../queries/api.ts'
import type { Configuration } from '../../queries/installations.ts'
import type { Listing } from '../../queries/listings.ts'
import { common } from '../../texts/common.ts'
import { launch } from '../../texts/launch.ts'
import { Boundary } from '../../ui/feedback/boundary.tsx'
import { FailureNote } from '../../ui/feedback/failure.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Steps } from '../../ui/layout/steps.tsx'
import { dropLaunchDraft, keepLaunchDraft, type LaunchDraft, readLaunchDraft } from './launch-draft.ts'
import { LaunchReview } from './launch-review.tsx'
import { TenantChoice } from './tenant-choice.tsx'

const route = getRouteApi('/shell/launch/$listingId')
type Step = keyof typeof launch.steps

interface Props {
  listing: Listing
  org: string
  release: { id: string; version: string; manifest: Manifest }
  /** The configuration to begin with, of another installation. It has no secrets: those are asked for again. */
  copied?: Configuration | undefined
}

/** Connect → Configure → Map → Review; a step with nothing to ask is left out. */
function stepsOf(manifest: Manifest): Step[] {
  const steps: Step[] = ['connect']
  if (settingsOf(manifest).length > 0) steps.push('configure')
  if (mappingFieldsOf(manifest).length > 0) steps.push('map')
  return [...steps, 'review']
}

const belongsTo = (step: Step, { pointer }: FieldProblem) =>
  step === 'configure' ? pointer.startsWith('/settings') : step === 'map' ? pointer.startsWith('/mappings') : false

export function LaunchWizard({ listing, org, release, copied }: Props) {
  const { manifest } = release
  const client = useQueryClient()
  const navigate = useNavigate()
  const search = route.useSearch()
  const go = route.useNavigate()
  const place = { org, listingId: listing.id, copy: search.copy }
  const [draft, setDraft] = useState<LaunchDraft>(() => readLaunchDraft(localStorage, place, manifest, copied))
  const [asked, setAsked] = useState(false)
  const [adding, setAdding] = useState(false)
  const start = useMutation({
    mutationFn: (tenantId: string) =>
      api.launchApp({
        params: { org },
        body: {
          listingId: listing.id,
          tenantId,
          ...configurationInput(manifest, draft),
          ...(search.release ? { releaseId: release.id } : {}),
        },
      }),
    onSuccess: (installation) => {
      dropLaunchDraft(localStorage, place)
      void client.invalidateQueries({ queryKey: ['installations'] })
      void navigate({
        to: '/manage/installations/$installationId',
        params: { installationId: installation.id },
      })
    },
  })

  const steps = stepsOf(manifest)
  // A reload lands where it was, except that a secret is gone then: what is missing decides how far one may be.
  const wanted = steps.find((one) => one === search.step) ?? 'connect'
  const step = draft.tenantId === null ? 'connect' : wanted
  const refused = start.error instanceof RefusedError ? start.error.problems : []
  const problems = [...draftProblems(manifest, listing.variant, draft), ...refused]
  const here = problems.filter((problem) => belongsTo(step, problem))

  const change = (next: Partial<LaunchDraft>) => {
    const whole = { ...draft, ...next }
    // What the platform refused was another draft: it must not keep this one from going on.
    if (start.isError) start.reset()
    setDraft(whole)
    keepLaunchDraft(localStorage, place, manifest, whole)
  }
  const to = (next: Step) => {
    setAsked(false)
    void go({ search: (before) => ({ ...before, step: next }) })
  }
  const forward = () => {
    const next = steps[steps.indexOf(step) + 1]
    setAsked(true)
    if (here.length === 0 && next && draft.tenantId) to(next)
  }
  const panel = useRef<HTMLElement>(null)
  const before = useRef(step)
  // A new step starts at its beginning, for the keyboard and for screen readers too.
  useEffect(() => {
    if (before.current !== step) panel.current?.focus({ preventScroll: true })
    before.current = step
  }, [step])
  const back = steps[steps.indexOf(step) - 1]
  const firstOpen = steps.find((one) => problems.some((problem) => belongsTo(one, problem)))
  return (
    <>
      <Steps
        label={launch.title(listing.title)}
        steps={steps.map((id) => ({ id, label: launch.steps[id] }))}
        current={step}
        onGo={(id) => to(id as Step)}
      />
      <section ref={panel} tabIndex={-1} aria-label={launch.steps[step]}>
        <Section>
          <StepFrame isForm={step !== 'connect'} onSubmit={forward}>
            <Stack gap="lg">
              {asked && here.length > 0 ? (
                <Alert color="red" role="alert">
                  {common.failure.problems(here.length)}
                </Alert>
              ) : null}
              <Boundary of={step}>
                {step === 'connect' ? (
                  <TenantChoice
                    org={org}
                    variant={listing.variant}
                    chosen={draft.tenantId}
                    onChoose={(tenantId) => change({ tenantId })}
                    adding={adding}
                    onAdding={setAdding}
                  />
                ) : null}
                {step === 'configure' ? (
                  <>
                    <Text c="dimmed">{launch.configure.lead}</Text>
                    <SettingsForm
                      manifest={manifest}
                      values={draft.settings}
                      problems={asked ? here : refused}
                      onChange={(settings) => change({ settings })}
                    />
                  </>
                ) : null}
                {step === 'map' && draft.tenantId ? (
                  <TenantMapping
                    tenantId={draft.tenantId}
                    variant={listing.variant}
                    manifest={manifest}
                    mappings={draft.mappings}
                    problems={asked ? here : refused}
                    onChange={(mappings) => change({ mappings })}
                  />
                ) : null}
                {step === 'review' && draft.tenantId ? (
                  <LaunchReview release={release} variant={listing.variant} draft={draft} tenantId={draft.tenantId} />
                ) : null}
              </Boundary>
              {step === 'review' && firstOpen ? (
                <Alert color="red" role="alert">
                  <Group justify="space-between">
                    {common.failure.problems(problems.length)}
                    <Button size="compact-sm" variant="default" onClick={() => to(firstOpen)}>
                      {launch.steps[firstOpen]}
                    </Button>
                  </Group>
                </Alert>
              ) : null}
              <FailureNote failure={start.error} />
              <Group justify="space-between" {...(step === 'connect' && adding ? { display: 'none' } : {})}>
                {back ? (
                  <Button variant="default" onClick={() => to(back)}>
                    {common.back}
                  </Button>
                ) : (
                  <span />
                )}
                {step === 'review' ? (
                  <Button
                    leftSection={<IconRocket size={17} />}
                    loading={start.isPending}
                    disabled={draftProblems(manifest, listing.variant, draft).length > 0}
                    onClick={() => draft.tenantId && start.mutate(draft.tenantId)}
                  >
                    {launch.review.launch}
                  </Button>
                ) : (
                  <Button
                    type={step === 'connect' ? 'button' : 'submit'}
                    disabled={draft.tenantId === null}
                    {...(step === 'connect' ? { onClick: forward } : {})}
                  >
                    {common.next}
                  </Button>
                )}
              </Group>
            </Stack>
          </StepFrame>
        </Section>
      </section>
    </>
  )
}

/** Connecting a tenant has a form of its own, and forms cannot be nested. */
function StepFrame({ isForm, onSubmit, children }: { isForm: boolean; onSubmit: () => void; children: ReactNode }) {
  if (!isForm) return children
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit()
    focusProblem(event.currentTarget)
  }
  return (
    <form noValidate onSubmit={submit}>
      {children}
    </form>
  )
}
