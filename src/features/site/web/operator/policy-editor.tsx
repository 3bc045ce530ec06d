import { useDeferredValue, useState } from 'react'
import { Link } from 'react-router'
import { type Decision, May, useActionDone } from '#features/operations/web/index.ts'
import { pluralize } from '#platform/shared/format/numbers.ts'
import { AppError } from '#platform/shared/errors.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { TextArea } from '#ui/text-field.tsx'
import type { OperatorPolicy } from '../../model/policy-contract.ts'
import { MAX_POLICY_LENGTH, POLICY_TITLES } from '../../model/policy-names.ts'
import { parsePolicy } from '../../model/policy-text.ts'
import { SITE_DUTIES } from '../../model/settings-duties.ts'
import { TextBlocks } from '../text-blocks.tsx'
import { PolicyVersions } from './policy-versions.tsx'
import { siteApi } from './site-queries.ts'

type Props = {
  readonly view: OperatorPolicy
  readonly draft: string
  readonly onDraft: (text: string) => void
  readonly onDecide: (decision: Decision) => void
}

const HINT =
  'Markdown: ## and ### headings, - and 1. lists, tables, **bold**, `code`, [links](https://example.com). Two spaces at the end of a line keep its break. HTML is shown as text.'

/** One text: what is on its page, a draft with its preview, and the versions. */
export function PolicyEditor({ view, draft, onDraft, onDecide }: Props) {
  const { policy, version, markdown, builtIn } = view
  const done = useActionDone()
  const title = POLICY_TITLES[policy]
  const isChanged = draft.trim() !== (markdown ?? '')
  const publish = (text: string | null) => onDecide(publishDecision(view, text, done))
  return (
    <div className="grid gap-6">
      <PresentText view={view} />
      <div className="grid gap-6 lg:grid-cols-2">
        <div className="grid content-start gap-4">
          <TextArea
            label={title}
            rows={18}
            maxLength={MAX_POLICY_LENGTH}
            hint={HINT}
            value={draft}
            onChange={(event) => onDraft(event.target.value)}
          />
          <May duty={SITE_DUTIES.publishPolicy}>
            <div className="flex flex-wrap items-center gap-2">
              <Button
                variant="primary"
                disabled={!isChanged || draft.trim() === ''}
                onClick={() => publish(draft.trim())}
              >
                Publish
              </Button>
              <Button disabled={!isChanged} onClick={() => onDraft(markdown ?? '')}>
                Discard changes
              </Button>
              {draft === '' && builtIn !== null && (
                <Button onClick={() => onDraft(builtIn.trim())}>Begin with the built-in text</Button>
              )}
              {markdown !== null && (
                <Button onClick={() => publish(null)}>
                  {builtIn === null ? `Remove the ${title}` : 'Go back to the built-in text'}
                </Button>
              )}
              <p role="status" className="text-sm text-faint">
                {isChanged ? 'Not published yet.' : ''}
              </p>
            </div>
          </May>
        </div>
        <Preview title={title} draft={draft} />
      </div>
      <PolicyVersions policy={policy} current={version} onUse={onDraft} />
    </div>
  )
}

function PresentText({ view: { policy, version, markdown, builtIn, notice } }: { view: OperatorPolicy }) {
  const page = (
    <Link to={`/${policy}`} className="underline underline-offset-2 hover:text-text">
      Open the page
    </Link>
  )
  if (markdown === null) {
    return (
      <p className="text-sm text-muted">
        {builtIn === null ? 'There is no text of yours, and no page.' : <>The built-in text is on the page. {page}</>}
      </p>
    )
  }
  return (
    <p className="text-sm text-muted">
      Version {version} is on the page. {page}
      {notice !== null && <>. {mailsOf(notice)}</>}
    </p>
  )
}

function mailsOf({ state, mailed }: NonNullable<OperatorPolicy['notice']>): string {
  const users = pluralize(mailed, 'user')
  if (state === 'running') return `Users are being mailed about it, ${users} so far.`
  return state === 'done' ? `Mailed to ${users}.` : `The mails stopped after ${users}.`
}

function Preview({ title, draft }: { title: string; draft: string }) {
  const text = useDeferredValue(draft)
  return (
    <section
      aria-label={`Preview of the ${title}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls a long text
      tabIndex={0}
      className="max-h-[36rem] overflow-y-auto rounded-lg border border-border bg-bg p-5 whitespace-pre-line text-muted"
    >
      {text.trim() === '' ? (
        <p className="text-sm text-faint">The preview appears here as you write.</p>
      ) : (
        <TextBlocks blocks={parsePolicy(text)} />
      )}
    </section>
  )
}

function publishDecision(
  { policy, version, builtIn }: OperatorPolicy,
  markdown: string | null,
  done: ReturnType<typeof useActionDone>,
): Decision {
  const title = POLICY_TITLES[policy]
  const isRemoved = markdown === null && builtIn === null
  return {
    title:
      markdown === null ? (isRemoved ? `Remove the ${title}` : 'Go back to the built-in text') : 'Publish the text',
    description: isRemoved
      ? 'Its page and the link in the footer go. Its versions stay readable.'
      : `It is on the page of the ${title} at once. The present text stays readable as an earlier version.`,
    button: isRemoved ? 'Remove it' : 'Publish',
    requires: 'reason',
    more: <TellUsers />,
    submit: (text) => {
      const summary = text('tells') === 'on' ? text('summary') : null
      if (summary !== null && summary.length < MIN_SUMMARY)
        return Promise.reject(new AppError('unprocessable', 'Say in a sentence what changes.'))
      return done(
        siteApi.publishPolicy({ policy, markdown, replaces: version, reason: text('reason'), summary }),
        isRemoved ? `The ${title} is removed.` : 'The text is published.',
      )
    },
  }
}

const MIN_SUMMARY = 10

function TellUsers() {
  const [isChosen, setChosen] = useState(false)
  return (
    <div className="grid gap-2">
      <Checkbox
        name="tells"
        label="Tell users"
        hint="Mails every active user once. It is a legal notice: nobody can unsubscribe from it."
        checked={isChosen}
        onChange={(event) => setChosen(event.target.checked)}
      />
      {isChosen && (
        <TextArea
          name="summary"
          label="What changes"
          hint="A sentence for the mail. It links the page."
          rows={2}
          maxLength={500}
        />
      )}
    </div>
  )
}
