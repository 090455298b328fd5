/** A request with an API key in all languages of the samples. */
import { clientOf } from './client';
import { curlOf } from './curl';
import { phpOf } from './php';
import { pythonOf } from './python';
import type { SampleRequest } from './request';

export type Language = { readonly id: string; readonly label: string; readonly code: string };

/** @param showsHeaders whether the command for a shell prints the headers of the response */
export const languagesOf = (request: SampleRequest, showsHeaders = false): readonly Language[] => [
  { id: 'curl', label: 'curl', code: curlOf(request, showsHeaders) },
  { id: 'js', label: 'JavaScript', code: clientOf(request) },
  { id: 'python', label: 'Python', code: pythonOf(request) },
  { id: 'php', label: 'PHP', code: phpOf(request) },
];
