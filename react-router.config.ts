import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/app',
  buildDirectory: 'build',
  ssr: true,
  // All routes are told at once; the on-demand `/__manifest` endpoint is never served.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
