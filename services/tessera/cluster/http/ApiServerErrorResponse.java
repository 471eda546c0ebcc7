package tessera.cluster.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import okhttp3.Request;
import okhttp3.Response;
import okio.Buffer;
import org.jspecify.annotations.Nullable;
import tessera.cluster.credential.CredentialTextRedactor;
import tessera.cluster.http.ApiRequestReason.AccessDenied;
import tessera.cluster.http.ApiRequestReason.AdmissionDenied;
import tessera.cluster.http.ApiRequestReason.ApiServerFailed;
import tessera.cluster.http.ApiRequestReason.CredentialRejected;
import tessera.cluster.http.ApiRequestReason.HttpsRequired;
import tessera.cluster.http.ApiRequestReason.QuotaExceeded;
import tessera.cluster.http.ApiRequestReason.RequestFailed;
import tessera.cluster.http.ApiRequestReason.RequestInvalid;
import tessera.cluster.http.ApiRequestReason.WebPageReceived;
import tessera.cluster.kubeconfig.SecretText;
import tessera.model.ExceededQuotaMessage;
import tessera.model.ForbiddenRequest;
import tessera.model.ForeignTextSanitizer;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.Reason;
import tessera.text.TextExcerpt;

/**
 * An error response of the API server.
 *
 * @param status     HTTP status
 * @param reason     the server's word for machines, e.g. {@code Expired}; may be empty
 * @param retryAfter how long the server wants to be left alone; null when it does not say
 * @param continueToken       the token with which an expired list can be continued; empty when there is none
 */
public record ApiServerErrorResponse(int status, String reason, Problem problem, @Nullable Duration retryAfter,
        String continueToken) {

    static final int LARGEST_REFUSAL = 64 << 10;
    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern TITLE = Pattern.compile("<title>([^<]*+)</title>",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    private static final int LONGEST = 2_000;

    /** The parts of a response that a refusal is built from. */
    record ErrorResponseParts(int status, String contentType, String retryAfter, String location, String text) {

        /** Reads the parts of a response, as far as its body goes; not to be called with a body that was read already. */
        static ErrorResponseParts read(Response response) {
            try {
                return of(response, response.peekBody(LARGEST_REFUSAL).string());
            } catch (IOException _) {
                return of(response, "");
            }
        }

        /** Returns the parts of a response whose body was read already. */
        static ErrorResponseParts of(Response response, String text) {
            return new ErrorResponseParts(response.code(), header(response, "Content-Type"),
                    header(response, "Retry-After"), header(response, "Location"), hideCredential(response, text));
        }

        /** Removes the credential, which some servers and proxies quote, but not what the request itself names. */
        static String hideCredential(Response response, String text) {
            var authorization = response.request().header("Authorization");
            if (authorization == null) {
                return text;
            }
            var login = new SecretText(authorization.substring(authorization.indexOf(' ') + 1));
            var named = requestText(response.request());
            return login.redactFromReply(new SecretText(authorization).redactFrom(text), named);
        }

        /** Returns the path and the body of a request, whose words an answer may quote. */
        private static String requestText(Request request) {
            var text = new StringBuilder(String.join(" ", request.url().pathSegments()));
            var body = request.body();
            if (body != null) {
                try (var sink = new Buffer()) {
                    body.writeTo(sink);
                    text.append(' ').append(sink.readString(StandardCharsets.UTF_8));
                } catch (IOException _) {
                    // The path is enough to name most objects.
                }
            }
            return text.toString();
        }

        boolean isHtml() {
            var start = text.strip().toLowerCase(Locale.ROOT);
            return contentType.contains("html") || start.startsWith("<!doctype") || start.startsWith("<html");
        }
    }

    /**
     * Builds the refusal from a response.
     *
     * @param text what was asked for, as a phrase such as “list nodes”
     */
    static ApiServerErrorResponse of(ErrorResponseParts errorResponseParts, String text) {
        var status = parseStatus(errorResponseParts);
        var message = shortened(status.path("message").asText(""));
        Problem problem;
        if (errorResponseParts.isHtml() || errorResponseParts.status() / 100 == 3) {
            problem = notKubernetesProblem(errorResponseParts, text);
        } else {
            problem = problemOf(errorResponseParts, message.isEmpty() ? shortened(errorResponseParts.text()) : message,
                    text);
        }
        return new ApiServerErrorResponse(errorResponseParts.status(), status.path("reason").asText(""), problem,
                retryAfter(errorResponseParts, status), status.path("metadata").path("continue").asText(""));
    }

    public ProblemException toFailure() {
        return new ProblemException(problem);
    }

    /** Returns whether the server no longer knows the requested resource version. */
    public boolean isExpired() {
        return status == 410 || reason.equals("Expired") || reason.equals("Gone");
    }

    /** Returns the refusal that an error event of a watch carries, while the connection itself works. */
    public static ApiServerErrorResponse fromWatchEvent(int code, String reason, String message, String text) {
        var json = JSON.createObjectNode().put("message", message).put("reason", reason).toString();
        return of(new ErrorResponseParts(code, "application/json", "", "", json), text);
    }

    /** Returns the same refusal with a pause that the server asked for; no pause unless it is positive. */
    public ApiServerErrorResponse withRetryAfter(Duration pause) {
        return new ApiServerErrorResponse(status, reason, problem, pause.isPositive() ? pause : null, continueToken);
    }

    private static JsonNode parseStatus(ErrorResponseParts errorResponseParts) {
        try {
            var tree = JSON.readTree(errorResponseParts.text());
            return Objects.requireNonNullElse(tree, JSON.missingNode());
        } catch (IOException _) {
            return JSON.missingNode();
        }
    }

    private static Problem problemOf(ErrorResponseParts errorResponseParts, String said, String text) {
        var kind = problemKindOf(errorResponseParts.status());
        return switch (kind) {
            case UNAUTHENTICATED -> problem(kind, new CredentialRejected(), said);
            case FORBIDDEN -> problem(kind, denialReason(said, text), said);
            case INVALID ->
                said.contains("an HTTPS server") ? problem(OperationProblemKind.UNREACHABLE, new HttpsRequired(), said)
                        : problem(kind, new RequestInvalid(text), said);
            case OVERLOADED -> problem(kind, new ApiServerFailed(text, errorResponseParts.status()), said);
            default -> problem(kind, new RequestFailed(text), said);
        };
    }

    private static Problem problem(OperationProblemKind kind, Reason reason, String said) {
        return Problem.of(kind, reason).withDetail(said);
    }

    /** Returns the reason of a 403, which quotas and admission use as well as RBAC. */
    private static Reason denialReason(String said, String text) {
        var denial = ForbiddenRequest.parse(said);
        if (denial.isPresent()) {
            return denial.get();
        }
        var quota = ExceededQuotaMessage.parse(said);
        if (quota.isPresent()) {
            return new QuotaExceeded(quota.get().quota(), text);
        }
        return said.contains(" is forbidden: ") ? new AdmissionDenied(text) : new AccessDenied(text);
    }

    private static OperationProblemKind problemKindOf(int status) {
        return switch (status) {
            case 401 -> OperationProblemKind.UNAUTHENTICATED;
            case 403 -> OperationProblemKind.FORBIDDEN;
            case 404 -> OperationProblemKind.NOT_FOUND;
            case 409, 410 -> OperationProblemKind.CONFLICT;
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

    /** Returns the problem of a web page from a proxy, load balancer or login page in place of the API server. */
    private static Problem notKubernetesProblem(ErrorResponseParts errorResponseParts, String text) {
        var title = TITLE.matcher(errorResponseParts.text());
        var kind = errorResponseParts.status() >= 500 ? OperationProblemKind.OVERLOADED : OperationProblemKind.GARBLED;
        return Problem.of(kind,
                new WebPageReceived(text, errorResponseParts.status(), title.find() ? shortened(title.group(1)) : "",
                        shortened(errorResponseParts.location().replaceAll("\\?.*", ""))));
    }

    private static @Nullable Duration retryAfter(ErrorResponseParts errorResponseParts, JsonNode status) {
        var seconds = errorResponseParts.retryAfter().matches("\\d{1,6}")
                ? Long.parseLong(errorResponseParts.retryAfter())
                : status.path("details").path("retryAfterSeconds").asLong(0);
        return seconds > 0 ? Duration.ofSeconds(seconds) : null;
    }

    private static String shortened(String text) {
        return TextExcerpt.shorten(CredentialTextRedactor.redactNamed(
                ErrorMessageShortener.shortenQuotes(ForeignTextSanitizer.sanitize(text).strip())), LONGEST);
    }

    /** Shortener of error messages that quote a whole object, as for a patch that does not apply. */
    private static final class ErrorMessageShortener {

        private static final int LONGEST = 300;

        private ErrorMessageShortener() {}

        /** Returns the message without long quotations. */
        static String shortenQuotes(String text) {
            if (text.length() <= LONGEST) {
                return text;
            }
            var kept = new StringBuilder();
            int at = 0;
            while (at < text.length()) {
                int begin = text.indexOf('"', at);
                int end = begin < 0 ? -1 : quoteEnd(text, begin + 1);
                if (end < 0) {
                    return kept.append(text, at, text.length()).toString();
                }
                kept.append(text, at, begin).append(end - begin > LONGEST ? "\"…\"" : text.substring(begin, end + 1));
                at = end + 1;
            }
            return kept.toString();
        }

        /** Returns the index at which a quotation ends; negative where it does not end. */
        private static int quoteEnd(String text, int begin) {
            for (int at = begin; at < text.length(); at++) {
                if (text.charAt(at) == '\\') {
                    at++;
                } else if (text.charAt(at) == '"') {
                    return at;
                }
            }
            return -1;
        }
    }

    static String header(Response response, String name) {
        var value = response.header(name);
        return Objects.requireNonNullElse(value, "");
    }
}
