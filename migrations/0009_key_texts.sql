-- What may be shown of a key's texts. Each entry is bound to the digest of its text, so that a rotation by a worker that
-- does not know this column leaves a text without its last four, never with those of another (docs/adr/0034).

-- JSON: digest -> the last four of its text's random characters. Texts made before version 0.11 have none.
ALTER TABLE keys ADD COLUMN last_fours TEXT NOT NULL DEFAULT '{}';
