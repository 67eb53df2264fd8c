import { Alert, Stack } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { focusProblem } from '../../../forms/focus-problem.ts'
import { common } from '../../../texts/common.ts'
import { launch as texts } from '../../../texts/launch.ts'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Steps } from '../../../ui/layout/steps.tsx'
import { LaunchMoves } from './launch-moves.tsx'
import { LaunchStepContent } from './launch-step-content.tsx'
import { firstOpenStep, type LaunchStep, problemsOn, stepAt, stepsOf } from './launch-steps.ts'
import { ReviewNotes } from './review-notes.tsx'
import { type Launching, useLaunch } from './use-launch.ts'

const route = getRouteApi('/shell/launch/$listingId')

/** Launches an app step by step. Which step or form is open stands in the address; what was typed survives a reload. */
export function LaunchWizard(launching: Omit<Launching, 'copy' | 'exactRelease'>) {
  const { listing, org, release } = launching
  const search = route.useSearch()
  const go = route.useNavigate()
  const { draft, change, launch, ready, problems, refused, said, blocking, failure, busy } = useLaunch({
    ...launching,
    copy: search.copy,
    exactRelease: search.release !== undefined,
    real: search.real !== undefined,
  })
  const [asked, setAsked] = useState(false)
  const steps = stepsOf(release.manifest)
  const step = stepAt(steps, search.step, draft.tenantId)
  const here = problemsOn(step, problems)
  const back = steps[steps.indexOf(step) - 1]
  const next = steps[steps.indexOf(step) + 1]
  const adding = step === 'connect' && search.connect !== undefined
  const panel = useFocusOnChange(step)

  const open = (target: LaunchStep) => {
    setAsked(false)
    void go({ search: ({ connect: _, ...before }) => ({ ...before, step: target }) })
  }
  /** Opening the form is a step that Back undoes; closing it leads back, so that Back does not open it again. */
  const setAdding = (next: boolean) => {
    if (next) void go({ search: (before) => ({ ...before, connect: 'new' }) })
    else void go({ search: ({ connect: _, ...before }) => before, replace: true })
  }
  const forward = () => {
    setAsked(true)
    if (here.length === 0 && next && draft.tenantId) open(next)
  }
  const firstOpen = step === 'review' ? firstOpenStep(steps, problems) : undefined
  return (
    <>
      <Steps
        label={texts.title(listing.title)}
        steps={steps.map((id) => ({ id, label: texts.steps[id] }))}
        current={step}
        onGo={(id) => open(id as LaunchStep)}
      />
      <section ref={panel} tabIndex={-1} aria-label={texts.steps[step]}>
        <Section>
          <StepFrame isForm={step !== 'connect'} onSubmit={forward}>
            <Stack gap="lg">
              {asked && here.length > 0 ? (
                <Alert color="red" role="alert">
                  {common.failure.problems(here.length)}
                </Alert>
              ) : null}
              <Boundary of={step}>
                <LaunchStepContent
                  step={step}
                  org={org}
                  listingId={listing.id}
                  variant={listing.variant}
                  release={release}
                  title={listing.title}
                  draft={draft}
                  problems={asked ? here : refused}
                  failure={failure}
                  onChange={change}
                  adding={adding}
                  onAdding={setAdding}
                />
              </Boundary>
              {step === 'review' ? <ReviewNotes {...{ firstOpen, problems, said, blocking }} onOpen={open} /> : null}
              <FailureNote failure={failure} />
              <LaunchMoves
                step={step}
                back={back}
                hidden={adding}
                hasTenant={draft.tenantId !== null}
                ready={ready}
                busy={busy}
                onOpen={open}
                onForward={forward}
                onLaunch={launch}
              />
            </Stack>
          </StepFrame>
        </Section>
      </section>
    </>
  )
}

/** A new step starts at its beginning, for the keyboard and for screen readers too. */
function useFocusOnChange(step: LaunchStep) {
  const panel = useRef<HTMLElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current !== step) panel.current?.focus({ preventScroll: true })
    before.current = step
  }, [step])
  return panel
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
