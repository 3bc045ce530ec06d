/** An edit that the owner suggested. */
export const SUGGESTION_ID = '0a000000-0000-4000-8000-000000000032'

/** The project of the tables (`PROJECT_ID`). */
const projectId = '0a000000-0000-4000-8000-000000000001'
const TO_KARAOKE = { type: 'setTemplate', template: { id: 'karaoke', version: 1 } }

/** The procedures of captions: rows of the table of procedures. */
export const CAPTIONS = {
  'captions.get': { projectId },
  'captions.apply': {
    projectId,
    clientId: '0a000000-0000-4000-8000-000000000008',
    baseRevision: 1,
    batches: [{ batchId: '0a000000-0000-4000-8000-000000000009', commands: [TO_KARAOKE] }],
  },
  'captions.watch': { projectId, revision: 1 },
  'captions.here': { projectId, clientId: '0a000000-0000-4000-8000-000000000008' },
  'captions.history': { projectId },
  'captions.versions': { projectId },
  'captions.nameVersion': { projectId, revision: 1, name: 'First draft' },
  'captions.removeVersionName': { projectId, revision: 1 },
  'captions.suggestions': { projectId },
  'captions.ownSuggestions': { projectId },
  'captions.suggest': {
    projectId,
    baseRevision: 1,
    batches: [{ batchId: '0a000000-0000-4000-8000-000000000031', commands: [TO_KARAOKE], buildsOn: [] }],
  },
  'captions.withdrawSuggestions': { projectId, ids: [SUGGESTION_ID] },
  'captions.acceptSuggestions': { projectId, ids: [SUGGESTION_ID] },
  'captions.declineSuggestions': { projectId, ids: [SUGGESTION_ID] },
}
