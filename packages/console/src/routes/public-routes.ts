import { createRoute } from '@tanstack/react-router'
import { textOf } from '../lib/search.ts'
import { lazyPage } from './lazy-page.ts'
import { rootRoute } from './shell-route.ts'

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>) => {
    // Only a path of this console is followed after signing in.
    const next = textOf(search.next)
    return next?.startsWith('/') && !next.startsWith('//') ? { next } : {}
  },
  component: lazyPage(() => import('../pages/account/sign-in/sign-in.tsx'), 'SignInPage'),
})

const joinRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/join',
  component: lazyPage(() => import('../pages/account/sign-in/join.tsx'), 'JoinPage'),
})

const setPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/set-password',
  component: lazyPage(() => import('../pages/account/sign-in/set-password.tsx'), 'SetPasswordPage'),
})

const ssoCallbackRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sso/callback',
  component: lazyPage(() => import('../pages/account/sign-in/sso-callback.tsx'), 'SsoCallbackPage'),
})

export const publicRoutes = [signInRoute, joinRoute, setPasswordRoute, ssoCallbackRoute] as const
