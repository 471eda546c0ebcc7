package tessera.metrics.prometheus.answer;

import java.util.Locale;
import java.util.regex.Pattern;
import tessera.model.ForeignTextSanitizer;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/**
 * Explains a response that is not the expected one.
 *
 * @param problemText what was asked for, as a phrase
 */
record PrometheusErrorTranslator(PrometheusResponse reply, String problemText) {

    private static final Pattern TITLE = Pattern.compile("<title>([^<]*+)</title>",
            Pattern.CASE_INSENSITIVE);
    private static final int LONGEST = 2_000;
    private static final String ADDRESS = "Check the address; the API may be below a path such as /prometheus.";

    /** Returns the failure for an error that the server explains itself. */
    ProblemException serverError(String errorType, String error) {
        var kind = switch (errorType) {
            case "bad_data", "execution" -> OperationProblemKind.INVALID;
            case "timeout", "canceled" -> OperationProblemKind.TIMEOUT;
            case "unavailable", "internal" -> OperationProblemKind.OVERLOADED;
            case "not_found" -> OperationProblemKind.NOT_FOUND;
            default -> problemKind();
        };
        var headline = switch (errorType) {
            case "bad_data" -> "Prometheus does not understand the query";
            case "execution" -> "Prometheus could not evaluate the query";
            case "timeout", "canceled" -> "Prometheus gave up on the query";
            case "unavailable" -> "Prometheus is not ready";
            default -> "Prometheus could not " + (problemText.equals("ask Prometheus") ? "answer" : problemText);
        };
        return new ProblemException(
                Problem.of(kind, headline).withDetail(excerpt(error.isEmpty() ? errorType : error)));
    }

    /** Returns the failure for a login page, or another address. */
    ProblemException redirectFailure() {
        var location = reply.location().replaceAll("\\?.*", "");
        return new ProblemException(
                new Problem(OperationProblemKind.GARBLED, "Could not " + problemText + ": the answer leads elsewhere",
                        "Status " + reply.status() + (location.isEmpty() ? "" : ", leading to " + excerpt(location)),
                        "Use the address it leads to; a gateway may want you to sign in first."));
    }

    /** Returns the failure for a response that is not JSON. */
    ProblemException notJson(String text) {
        var start = text.strip().toLowerCase(Locale.ROOT);
        boolean html = reply.type().contains("html") || start.startsWith("<!doctype") || start.startsWith("<html");
        var title = TITLE.matcher(text);
        String said;
        if (!html) {
            said = excerpt(text);
        } else if (title.find()) {
            said = "“" + excerpt(title.group(1).strip()) + "”";
        } else {
            said = "";
        }
        var detail = "Status " + reply.status() + (said.isEmpty() ? "" : ", " + said);
        if (reply.isSuccess()) {
            return new ProblemException(new Problem(OperationProblemKind.GARBLED, "Could not " + problemText + ": "
                    + foreignAnswerText(html, text)
                    + (text.isBlank() ? "" : " instead of Prometheus"), detail, ADDRESS));
        }
        var kind = problemKind();
        return new ProblemException(switch (kind) {
            case UNAUTHENTICATED -> new Problem(kind, "Prometheus wants to know who asks", detail,
                    "Set a token, or a user name and a password.");
            case FORBIDDEN -> new Problem(kind, "You may not " + problemText, detail, "Ask for a role that allows it.");
            case NOT_FOUND -> new Problem(kind, "There is no API of Prometheus at this address", detail, ADDRESS);
            default -> Problem.of(kind, "Could not " + problemText).withDetail(detail);
        });
    }

    private static String foreignAnswerText(boolean html, String text) {
        if (html) {
            return "a web page answered";
        }
        if (text.isBlank()) {
            return "the answer is empty";
        }
        return "something else answered";
    }

    /** Returns the failure for JSON that does not come from a Prometheus. */
    ProblemException notPrometheus(String said) {
        if (reply.isSuccess()) {
            return malformed("It does not say whether it is a success");
        }
        return notJson(said);
    }

    /** Returns the failure for JSON that is not shaped like a response of a Prometheus. */
    ProblemException malformed(String reason) {
        if (!reply.isSuccess()) {
            return new ProblemException(
                    Problem.of(problemKind(), "Could not " + problemText).withDetail("Status " + reply.status()));
        }
        return new ProblemException(
                Problem.of(OperationProblemKind.GARBLED, "The answer of Prometheus cannot be read")
                        .withDetail(excerpt(reason)));
    }

    private OperationProblemKind problemKind() {
        int status = reply.status();
        return switch (status) {
            case 401 -> OperationProblemKind.UNAUTHENTICATED;
            case 403 -> OperationProblemKind.FORBIDDEN;
            case 404 -> OperationProblemKind.NOT_FOUND;
            case 408, 504 -> OperationProblemKind.TIMEOUT;
            case 429 -> OperationProblemKind.OVERLOADED;
            default -> {
                if (status >= 500) {
                    yield OperationProblemKind.OVERLOADED;
                }
                if (status >= 400) {
                    yield OperationProblemKind.INVALID;
                }
                yield OperationProblemKind.GARBLED;
            }
        };
    }

    private static String excerpt(String text) {
        var plain = ForeignTextSanitizer.sanitize(text).strip();
        return plain.length() > LONGEST ? plain.substring(0, LONGEST) + "…" : plain;
    }
}
