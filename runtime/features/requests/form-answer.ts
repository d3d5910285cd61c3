import type {
  FilledObject,
  PresentNames,
} from "../../json-schema/schema-value.js";

/**
 * Answer to an elicitation. If the form is written as a literal, `content` of
 * an accepted answer has the type that the form describes. `Result` is the type
 * of the answer to any other form.
 */
export type FormAnswer<Form, Result> = Form extends {
  readonly properties: infer Fields;
}
  ? string extends keyof Fields
    ? Result
    : Accepted<FormContent<Form, Fields>, Result> | Declined<Result>
  : Result;

/** Content of an accepted form. Fields with a default are always present. */
type FormContent<Form, Fields> = FilledObject<
  Fields,
  PresentNames<Form, Fields>,
  unknown
>;

type Accepted<Content, Result> = OtherMembers<Result> & {
  action: "accept";
  content: Content;
};

type Declined<Result> = OtherMembers<Result> & {
  action: "decline" | "cancel";
  content?: Result extends { content?: infer Content } ? Content : unknown;
};

/** Members of the answer that do not depend on the form. */
type OtherMembers<Result> = {
  [K in keyof Result as K extends "action" | "content" ? never : K]: Result[K];
};

/**
 * Params of an elicitation. `Form` is inferred from the literal of the form.
 */
export type WithForm<Params, Form> = Params & {
  readonly requestedSchema?: Form;
};
