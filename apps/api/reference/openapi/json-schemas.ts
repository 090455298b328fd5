/** Converts zod schemas to JSON Schema, with zod's own converter. */
import * as z from 'zod';

export type JsonSchema = { [keyword: string]: unknown };

type JsonSchemas<Key> = {
  /** The JSON Schema for each key. A zod schema with an id becomes a reference to its component. */
  readonly schemas: ReadonlyMap<Key, JsonSchema>;
  readonly components: { readonly [id: string]: JsonSchema };
};

/**
 * Converts schemas together, so that a schema with an id (`.meta({ id })`) becomes one component, even if many use it.
 * @param io `input` for requests, `output` for responses
 * @throws Error for a schema that JSON Schema cannot represent
 */
export function toJsonSchemas<Key>(zods: ReadonlyMap<Key, z.ZodType>, io: 'input' | 'output'): JsonSchemas<Key> {
  const whole = z.object(Object.fromEntries([...zods.values()].map((schema, index) => [String(index), schema])));
  const text = JSON.stringify(z.toJSONSchema(whole, { io }));
  const { properties, $defs = {} } = JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/'));
  for (const component of Object.values<JsonSchema>($defs)) delete component.id;
  return {
    schemas: new Map([...zods.keys()].map((key, index) => [key, properties[index]])),
    components: $defs,
  };
}

/**
 * Converts the schema of a query parameter or header. The result describes the parsed value if JSON Schema can
 * represent it, otherwise the text.
 */
export function toTextSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...shown } = z.toJSONSchema(schema, {
    io: isRepresentable(schema) ? 'output' : 'input',
  }) as JsonSchema;
  return shown;
}

function isRepresentable(schema: z.ZodType): boolean {
  try {
    z.toJSONSchema(schema, { io: 'output' });
    return true;
  } catch {
    return false;
  }
}
