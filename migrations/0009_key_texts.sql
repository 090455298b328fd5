-- The last four characters of a key's texts, which may be shown. Each entry has the digest of its text: where a worker
-- that does not know this column rotates the key, the new text has no entry, never that of another text (docs/adr/0034).

-- JSON: digest -> the last four random characters of the text. Texts made before version 0.11 have no entry.
ALTER TABLE keys ADD COLUMN last_fours TEXT NOT NULL DEFAULT '{}';
