/** Where the reference describes an operation, and the fields of a component. */
import { chapterPath, operatorPath } from '#api/docs/files';
import type { JsonSchema } from '../openapi/json-schemas';
import { OPERATOR } from '../page';
import { componentIn, type Description, operationsOf, type Placed, successesOf } from './description';
import { groupOf } from './operator';

const JSON_TYPE = 'application/json';

/** Returns the path of the page of an operation. */
export const pagePathOf = (placed: Placed): string => {
  const [tag] = placed.operation.tags;
  return tag === OPERATOR ? operatorPath(groupOf(placed)) : chapterPath(tag);
};

/** Returns the address of an operation in the reference. */
export const addressOf = (placed: Placed): string => `${pagePathOf(placed)}#${placed.operation.operationId}`;

const isBodyOf = ({ operation: { requestBody } }: Placed, name: string): boolean => {
  const { schema } = requestBody?.content[JSON_TYPE] ?? {};
  return schema !== undefined && componentIn(schema) === name;
};

const isResponseOf = ({ operation }: Placed, name: string): boolean =>
  successesOf(operation).some(([, { content }]) => componentIn(content?.[JSON_TYPE]?.schema ?? {}) === name);

/**
 * Returns the operation at which the fields of a component are shown: one that takes it as its body, else one that
 * reads it, else the first that returns it.
 */
export function homeOf(document: Description, schema: JsonSchema): Placed | undefined {
  const name = componentIn(schema);
  if (name === undefined) return undefined;
  const all = operationsOf(document);
  const returning = all.filter((placed) => isResponseOf(placed, name));
  return (
    all.find((placed) => isBodyOf(placed, name)) ?? returning.find(({ method }) => method === 'GET') ?? returning[0]
  );
}
