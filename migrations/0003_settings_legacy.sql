-- The settings that the operator has changed at run time, as JSON by name. Without a row the worker's variable holds.
CREATE TABLE settings (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

-- The account that owns links made without a key, where the deployment allows that.
INSERT INTO accounts (id, name, plan, created_at) VALUES ('legacy', 'legacy', 'FREE', 0);
