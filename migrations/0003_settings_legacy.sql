-- What the operator has set at run time: JSON by name. A name without a row has the worker's variable as its value.
CREATE TABLE settings (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

-- The owner of the links that are made without a key, where the deployment allows that.
INSERT INTO accounts (id, name, plan, created_at) VALUES ('legacy', 'legacy', 'FREE', 0);
