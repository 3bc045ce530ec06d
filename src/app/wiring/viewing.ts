import { applyView, endOverViews, operatorAccessOf, viewingProcedures } from '#features/operations/server/index.ts'
import type { Env } from '#platform/server/env.ts'
import type { FoundCaller } from '#platform/server/http.ts'
import type { Platform } from '../services/open-platform.ts'
import { defineFeature } from './feature.ts'

/** Opens the views that operators have of the pages of users. */
export function wireViewing(env: Env, platform: Platform) {
  const deps = { ...platform, ...operatorAccessOf(env) }
  return defineFeature({
    procedures: viewingProcedures(deps),
    /** Shows a session of an operator the pages of somebody else. */
    applyView: (found: FoundCaller, request: Request) => applyView(deps, found, request),
    maintenance: [() => endOverViews(deps)],
  })
}
