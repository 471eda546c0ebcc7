package tessera.cluster.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tessera.cluster.credential.SecretRedactor;
import tessera.model.ExceededQuota;
import tessera.model.Failure;
import tessera.model.PlainText;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/**
 * An answer that is not what was asked for.
 *
 * @param status     HTTP status
 * @param reason     the server's word for machines, e.g. {@code Expired}; may be empty
 * @param retryAfter how long the server wants to be left alone; null when it does not say
 * @param more       the token with which an expired list can be continued; empty when there is none
 */
public record ApiRefusal(int status, String reason, Problem problem, @Nullable Duration retryAfter, String more) {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern TITLE = Pattern.compile("<title>([^<]*+)</title>",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    private static final int LONGEST = 2_000;

    /** What is known of an answer when it is judged. */
    record Evidence(int status, String type, String retryAfter, String location, String text) {

        boolean html() {
            var start = text.strip().toLowerCase(Locale.ROOT);
            return type.contains("html") || start.startsWith("<!doctype") || start.startsWith("<html");
        }
    }

    /**
     * Judges an answer.
     *
     * @param words what was asked for, as a phrase such as “list nodes”
     */
    static ApiRefusal of(Evidence evidence, String words) {
        var status = status(evidence);
        var message = cut(status.path("message").asText(""));
        var problem = evidence.html() || evidence.status() / 100 == 3 ? notKubernetes(evidence, words)
                : problem(evidence, message.isEmpty() ? cut(evidence.text()) : message, words);
        return new ApiRefusal(evidence.status(), status.path("reason").asText(""), problem,
                retryAfter(evidence, status),
                status.path("metadata").path("continue").asText(""));
    }

    public Failure failure() {
        return new Failure(problem);
    }

    /** Whether the server no longer remembers the moment it was asked about. */
    public boolean expired() {
        return status == 410 || reason.equals("Expired") || reason.equals("Gone");
    }

    /** A refusal that came as an event of a watch: the connection was fine. */
    public static ApiRefusal ofEvent(int code, String reason, String message, String words) {
        var json = JSON.createObjectNode().put("message", message).put("reason", reason).toString();
        return of(new Evidence(code, "application/json", "", "", json), words);
    }

    /** The same, from a server that wants to be left alone for a time; none when it does not say. */
    public ApiRefusal after(Duration pause) {
        return new ApiRefusal(status, reason, problem, pause.isPositive() ? pause : null, more);
    }

    private static JsonNode status(Evidence evidence) {
        try {
            var tree = JSON.readTree(evidence.text());
            return tree == null ? JSON.missingNode() : tree;
        } catch (IOException _) {
            return JSON.missingNode();
        }
    }

    private static Problem problem(Evidence evidence, String said, String words) {
        var kind = kind(evidence.status());
        return switch (kind) {
            case UNAUTHENTICATED -> new Problem(kind, "The cluster does not accept the credential", said,
                    "Sign in again, or renew the credential in the kubeconfig.");
            case FORBIDDEN -> forbidden(said, words);
            case INVALID -> said.contains("HTTP request to an HTTPS server")
                    ? new Problem(ProblemKind.UNREACHABLE, "The server speaks TLS only", said,
                            "The address in the kubeconfig should begin with https.")
                    : new Problem(kind, "The cluster refused to " + words, said, "");
            case OVERLOADED -> new Problem(kind,
                    "The cluster could not " + words + " (status " + evidence.status() + ")", said, "");
            default -> new Problem(kind, "Could not " + words, said, "");
        };
    }

    /** Not only rights: a quota and what checks objects on their way in refuse with the same status. */
    private static Problem forbidden(String said, String words) {
        var denial = ForbiddenRequest.parse(said);
        if (denial.isPresent()) {
            return new Problem(ProblemKind.FORBIDDEN, "You may not " + denial.get().words(), said,
                    "Ask for a role that allows it.");
        }
        var quota = ExceededQuota.in(said);
        if (quota.isPresent()) {
            return new Problem(ProblemKind.FORBIDDEN,
                    "The quota %s leaves too little to %s".formatted(quota.get().quota(), words), said,
                    "Wait until others end, ask for less, or have the quota raised.");
        }
        return new Problem(ProblemKind.FORBIDDEN,
                (said.contains(" is forbidden: ") ? "A rule of the cluster refuses to " : "You may not ") + words, said,
                "");
    }

    private static ProblemKind kind(int status) {
        return switch (status) {
            case 401 -> ProblemKind.UNAUTHENTICATED;
            case 403 -> ProblemKind.FORBIDDEN;
            case 404 -> ProblemKind.NOT_FOUND;
            case 409, 410 -> ProblemKind.CONFLICT;
            case 408, 504 -> ProblemKind.TIMEOUT;
            case 429 -> ProblemKind.OVERLOADED;
            default ->
                status >= 500 ? ProblemKind.OVERLOADED : status >= 400 ? ProblemKind.INVALID : ProblemKind.GARBLED;
        };
    }

    /** A proxy, a load balancer or a login page stands where the API server should. */
    private static Problem notKubernetes(Evidence evidence, String words) {
        var title = TITLE.matcher(evidence.text());
        var said = new StringBuilder("Status " + evidence.status());
        if (title.find()) {
            said.append(", “").append(cut(title.group(1))).append("”");
        }
        if (!evidence.location().isEmpty()) {
            said.append(", leading to ").append(cut(evidence.location().replaceAll("\\?.*", "")));
        }
        var kind = evidence.status() >= 500 ? ProblemKind.OVERLOADED : ProblemKind.GARBLED;
        return new Problem(kind, "Could not " + words + ": a web page answered instead of the cluster",
                said.toString(), "Check the address and the proxy; a gateway may want you to sign in first.");
    }

    private static @Nullable Duration retryAfter(Evidence evidence, JsonNode status) {
        var seconds = evidence.retryAfter().matches("\\d{1,6}") ? Long.parseLong(evidence.retryAfter())
                : status.path("details").path("retryAfterSeconds").asLong(0);
        return seconds > 0 ? Duration.ofSeconds(seconds) : null;
    }

    private static String cut(String text) {
        var plain = SecretRedactor.ofNamed(QuotedObjects.shortened(PlainText.of(text).strip()));
        return plain.length() > LONGEST ? plain.substring(0, LONGEST) + "…" : plain;
    }
}
