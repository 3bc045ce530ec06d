/** How a former collaborator lost access to an owner's projects; `suspended` may end again. */
export type LostAccess = { readonly ownerName: string; readonly cause: 'removed' | 'left' | 'suspended' }

/** Says why a video that was theirs no longer opens, in one sentence. */
export function explainLostAccess({ ownerName, cause }: LostAccess): string {
  switch (cause) {
    case 'removed':
      return `${ownerName} removed you from their team, so you can no longer open this video.`
    case 'left':
      return `You left the team of ${ownerName}, so you can no longer open this video.`
    case 'suspended':
      return `The team of ${ownerName} has no seat for you at the moment, so you cannot open this video.`
    default:
      return cause satisfies never
  }
}
