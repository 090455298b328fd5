/** The fields of a configuration that the fake wrangler reads. */

export type ClassMigration = {
  readonly tag: string;
  readonly new_sqlite_classes?: readonly string[];
  readonly transferred_classes?: readonly {
    readonly from: string;
    readonly from_script: string;
    readonly to: string;
  }[];
};
export type Config = {
  readonly name: string;
  readonly main: string;
  readonly compatibility_date: string;
  readonly vars: Record<string, string>;
  readonly d1_databases: readonly { readonly database_id?: string; readonly database_name: string }[];
  readonly kv_namespaces: readonly { readonly binding: string; readonly id?: string }[];
  readonly durable_objects: {
    readonly bindings: readonly { readonly name: string; readonly class_name: string; readonly script_name?: string }[];
  };
  readonly migrations: readonly ClassMigration[];
  readonly workers_dev: boolean;
  readonly routes?: readonly { readonly pattern: string }[];
  readonly triggers?: { readonly crons: readonly string[] };
};
