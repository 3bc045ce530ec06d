import { index, route, type RouteConfig } from '@react-router/dev/routes'

/** Every page (spec §2). The server calls the renderer for these paths only. */
export default [
  index('routes/home.tsx'),
  route('auth', 'routes/auth.tsx', { id: 'auth' }),
  route('login', 'routes/auth.tsx', { id: 'login' }),
  route('signup', 'routes/auth.tsx', { id: 'signup' }),
  route('upload', 'routes/upload.tsx'),
  route('projects/:projectId', 'routes/project.tsx'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
