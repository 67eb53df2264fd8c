import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, Suspense } from 'react'
import { queryClient } from '../queries/client/query-client.ts'
import { KeptLists } from '../queries/session/kept-lists.tsx'
import { type Me, meQuery } from '../queries/session/session.ts'
import { createConsoleRouter } from '../router.ts'
import { Notes } from '../ui/feedback/notes.tsx'
import { theme } from '../ui/theme.ts'
import { type Answers, type FakeApi, fakeApi } from './fake-api.ts'
import { member } from './people.ts'

interface Options {
  /** Who is signed in; an owner of Acme unless told. */
  as?: Me
  answers?: Answers
}

/** The API of the last render, so that the set-up can tell what was asked for without an answer. */
export const latest: { api: FakeApi | undefined } = { api: undefined }

/** A page of its own: whatever was shown and read before in the same test is gone. */
function begin({ as = member('owner'), answers = {} }: Options): FakeApi {
  cleanup()
  queryClient.clear()
  const api = fakeApi(answers)
  latest.api = api
  queryClient.setQueryData(meQuery.queryKey, as)
  return api
}

function frame(children: ReactNode) {
  return (
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queryClient}>
        <Notes />
        {children}
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** Shows one component in a page of its own. */
export function show(component: ReactNode, options: Options = {}) {
  const api = begin(options)
  const rootRoute = createRootRoute()
  const page = createRoute({
    getParentRoute: () => rootRoute,
    path: '$',
    component: () => (
      <Suspense fallback="…">
        <KeptLists>{component}</KeptLists>
      </Suspense>
    ),
  })
  const router = createRouter({ routeTree: rootRoute.addChildren([page]), history: createMemoryHistory() })
  render(frame(<RouterProvider router={router as never} />))
  return { api, user: userEvent.setup(), router }
}

/** Opens an address of the console, with its routes, frame and page. */
export function visit(path: string, options: Options = {}) {
  const answers: Answers = {
    listNotifications: { items: [], next: null, unread: 0 },
    getHealth: { ready: true, database: 'up', parts: [], processes: [] },
    ...options.answers,
  }
  const api = begin({ ...options, answers })
  const router = createConsoleRouter(createMemoryHistory({ initialEntries: [path] }))
  render(frame(<RouterProvider router={router} />))
  return { api, user: userEvent.setup(), router }
}
