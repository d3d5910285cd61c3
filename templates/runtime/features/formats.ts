import { isDate, isDateTime, isEmail, isUri } from "../validation/formats.js";
import type { Formats } from "./form.js";

/** The formats that fields of a form may have. */
export const formats: Formats = {
  email: isEmail,
  uri: isUri,
  date: isDate,
  "date-time": isDateTime,
};
