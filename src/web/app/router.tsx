import { Suspense } from 'react'
import { createBrowserRouter, Outlet } from 'react-router-dom'
import { ErrorBoundary } from '../ui/feedback/ErrorBoundary.tsx'
import { routes, signInRoute } from './routes.tsx'
import { Home, NotFoundPage, RoutePage } from './shell/RoutePage.tsx'
import { SignedIn } from './SignedIn.tsx'
import { UnsavedWork } from './UnsavedWork.tsx'

const Root = () => (
  <UnsavedWork>
    <ErrorBoundary>
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
    </ErrorBoundary>
  </UnsavedWork>
)

/**
 * Pages load by `lazyPage`, not by the router's own `lazy`, which keeps a failed load for ever: the user could not try again without
 * reloading, and losing what is typed.
 */
export const createRouter = () =>
  createBrowserRouter([
    {
      Component: Root,
      children: [
        signInRoute,
        {
          Component: SignedIn,
          children: [
            { index: true, Component: Home },
            ...routes.map((route) => ({ path: route.path, element: <RoutePage route={route} /> })),
            { path: '*', Component: NotFoundPage },
          ],
        },
      ],
    },
  ])
