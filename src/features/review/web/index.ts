export { LazyCommentMarks, LazyCommentsPanel } from './lazy-comments.tsx'
export { ReviewPage } from './review-page.tsx'
export { ShareButton } from './share-button.tsx'
