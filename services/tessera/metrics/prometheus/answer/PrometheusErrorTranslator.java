package tessera.metrics.prometheus.answer;

import java.util.Locale;
import java.util.regex.Pattern;
import tessera.metrics.prometheus.answer.PrometheusResponseReason.EnvelopeFault;
import tessera.metrics.prometheus.answer.PrometheusResponseReason.ForeignResponse;
import tessera.metrics.prometheus.answer.PrometheusResponseReason.NotPrometheus;
import tessera.metrics.prometheus.answer.PrometheusResponseReason.PrometheusAccessDenied;
import tessera.metrics.prometheus.answer.PrometheusResponseReason.PrometheusApiMissing;
import tessera.metrics.prometheus.answer.PrometheusResponseReason.PrometheusFailed;
import tessera.metrics.prometheus.answer.PrometheusResponseReason.PrometheusLoginRequired;
import tessera.metrics.prometheus.answer.PrometheusResponseReason.PrometheusNotReady;
import tessera.metrics.prometheus.answer.PrometheusResponseReason.PrometheusRedirected;
import tessera.metrics.prometheus.answer.PrometheusResponseReason.QueryAborted;
import tessera.metrics.prometheus.answer.PrometheusResponseReason.QueryEvaluationFailed;
import tessera.metrics.prometheus.answer.PrometheusResponseReason.QueryInvalid;
import tessera.metrics.prometheus.answer.PrometheusResponseReason.ResponseStatus;
import tessera.model.ForeignTextSanitizer;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.text.TextExcerpt;

/**
 * Explains a response that is not the expected one.
 *
 * @param problemText what was asked for, as a phrase
 */
record PrometheusErrorTranslator(PrometheusResponse reply, String problemText) {

    private static final Pattern TITLE = Pattern.compile("<title>([^<]*+)</title>", Pattern.CASE_INSENSITIVE);
    private static final int LONGEST = 2_000;
    private static final MessageCatalog MESSAGES = MessageCatalog.of(PrometheusErrorTranslator.class);

    /** Returns the failure for an error that the server explains itself. */
    ProblemException serverError(String errorType, String error) {
        var kind = switch (errorType) {
            case "bad_data", "execution" -> OperationProblemKind.INVALID;
            case "timeout", "canceled" -> OperationProblemKind.TIMEOUT;
            case "unavailable", "internal" -> OperationProblemKind.OVERLOADED;
            case "not_found" -> OperationProblemKind.NOT_FOUND;
            default -> problemKind();
        };
        PrometheusResponseReason reason = switch (errorType) {
            case "bad_data" -> new QueryInvalid();
            case "execution" -> new QueryEvaluationFailed();
            case "timeout", "canceled" -> new QueryAborted();
            case "unavailable" -> new PrometheusNotReady();
            default -> new PrometheusFailed(problemText);
        };
        return new ProblemException(
                Problem.of(kind, reason).withDetail(excerpt(OptionalText.orElse(error, errorType))));
    }

    /** Returns the failure for a login page, or another address. */
    ProblemException redirectFailure() {
        var location = reply.location().replaceAll("\\?.*", "");
        return new ProblemException(Problem.of(OperationProblemKind.GARBLED, new PrometheusRedirected(problemText))
                .withDetail(new ResponseStatus(reply.status(), "", excerpt(location)).text()));
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
            said = MESSAGES.text("title", excerpt(title.group(1).strip()));
        } else {
            said = "";
        }
        var detail = new ResponseStatus(reply.status(), said, "").text();
        if (reply.isSuccess()) {
            return new ProblemException(Problem
                    .of(OperationProblemKind.GARBLED, new NotPrometheus(problemText, foreignResponse(html, text)))
                    .withDetail(detail));
        }
        var kind = problemKind();
        PrometheusResponseReason reason = switch (kind) {
            case UNAUTHENTICATED -> new PrometheusLoginRequired();
            case FORBIDDEN -> new PrometheusAccessDenied(problemText);
            case NOT_FOUND -> new PrometheusApiMissing();
            default -> new PrometheusFailed(problemText);
        };
        return new ProblemException(Problem.of(kind, reason).withDetail(detail));
    }

    private static ForeignResponse foreignResponse(boolean html, String text) {
        if (html) {
            return ForeignResponse.WEB_PAGE;
        }
        return text.isBlank() ? ForeignResponse.EMPTY : ForeignResponse.OTHER;
    }

    /** Returns the failure for JSON that does not come from a Prometheus. */
    ProblemException notPrometheus(String said) {
        if (reply.isSuccess()) {
            return malformed(EnvelopeFault.NO_STATUS.text());
        }
        return notJson(said);
    }

    /** Returns the failure for JSON that is not shaped like a response of a Prometheus. */
    ProblemException malformed(String reason) {
        if (!reply.isSuccess()) {
            return new ProblemException(Problem.of(problemKind(), new PrometheusFailed(problemText))
                    .withDetail(new ResponseStatus(reply.status(), "", "").text()));
        }
        return new ProblemException(
                Problem.of(OperationProblemKind.GARBLED, new PrometheusResponseReason.PrometheusResponseMalformed())
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
        return TextExcerpt.shorten(ForeignTextSanitizer.sanitize(text).strip(), LONGEST);
    }
}
