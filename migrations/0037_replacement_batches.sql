-- The batch replaces the whole document, as a new transcript does: open editors reload the captions. A process of an
-- earlier release fails to save and read batches until it is replaced; its jobs are retried.
alter table caption_batches rename column anew to is_replacement;
