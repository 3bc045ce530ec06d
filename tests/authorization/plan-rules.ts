import type { Asked } from './table.ts'

/** Decisions by plan (product §5): which signed-in roles are admitted. */
export const PLAN_RULES: readonly { what: string; ask: Asked; method: string; may: readonly string[] }[] = [
  {
    what: 'an upload of more than 500 MB',
    method: 'POST',
    ask: { path: '/uploads', headers: { 'tus-resumable': '1.0.0', 'upload-length': '500000001' } },
    may: ['basic', 'pro', 'premium', 'enterprise'],
  },
]
