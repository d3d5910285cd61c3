/** What the tests of a receiver of tasks say and see. */
import { RELATED_TASK } from "../../templates/runtime/tasks/task.js";

export const text = (value: string): object => ({
  content: [{ type: "text", text: value }],
});

export const related = (taskId: string): object => ({
  [RELATED_TASK]: { taskId },
});
