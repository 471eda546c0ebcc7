package tessera.cluster.change;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;
import tessera.cluster.object.ApiPaths;
import tessera.cluster.object.ObjectLists.Way;
import tessera.cluster.wire.Ask;
import tessera.cluster.wire.LoginFailure;
import tessera.cluster.wire.ReadOnlyRefusal;
import tessera.cluster.wire.Reply;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.plan.step.Step;

import static java.nio.charset.StandardCharsets.UTF_8;

/** The only place where requests are made that change a cluster. None is repeated. Safe for use by several threads. */
final class Writes {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String TYPE = "application/json";
    private static final int LARGEST = 64 << 20;
    private static final int LARGEST_REFUSAL = 4 << 20;

    private final Way way;

    Writes(Way way) {
        this.way = way;
    }

    /**
     * Sends a step.
     *
     * @param dry whether the server shall only say what it would do
     */
    Sent send(Step step, boolean dry) throws InterruptedException {
        return send(step, ask(step, dry, "Strict"));
    }

    /** Asks what the server would do with a step of Helm's, which has fields passed over that the server does not know. */
    Sent wouldTakeFromHelm(Step step) throws InterruptedException {
        return send(step, ask(step, /* dry= */ true, "Ignore"));
    }

    private Sent send(Step step, Ask ask) throws InterruptedException {
        try (var reply = way.wire().send(ask)) {
            return judged(step, reply);
        } catch (Failure failure) {
            return neverLeft(failure.getCause()) ? new Sent.Refused(0, failure.problem(), null)
                    : new Sent.Lost(failure.problem());
        }
    }

    private static boolean neverLeft(@Nullable Throwable cause) {
        return switch (cause) {
            case null -> true;
            case ReadOnlyRefusal _,LoginFailure _,ConnectException _,NoRouteToHostException _,UnknownHostException _ ->
                true;
            case SSLHandshakeException _,SSLPeerUnverifiedException _ -> true;
            default -> false;
        };
    }

    private static Ask ask(Step step, boolean dry, String validation) {
        var object = step.object();
        var query = "?fieldManager=tessera&fieldValidation=" + validation + (dry ? "&dryRun=All" : "");
        var words = (dry ? "rehearse a change of " : "change ") + object;
        return switch (step) {
            case Step.Patch patch -> Ask.write("PATCH",
                    ApiPaths.of(object) + (patch.subresource().isEmpty() ? "" : "/" + patch.subresource()) + query,
                    patch.body(), patch.form().mediaType(), words);
            case Step.Apply apply -> Ask.write("PATCH", ApiPaths.of(object) + query + "&force=" + apply.force(),
                    apply.body(), "application/apply-patch+yaml", words);
            case Step.Create create -> Ask.write("POST", ApiPaths.collection(object) + query, create.body(), TYPE,
                    (dry ? "rehearse to create " : "create ") + object);
            case Step.Trial trial -> Ask.write("POST", ApiPaths.collection(object) + query, trial.body(), TYPE,
                    (dry ? "rehearse to create " : "create ") + object);
            case Step.Delete delete -> Ask.write("DELETE", ApiPaths.of(object) + (dry ? "?dryRun=All" : ""),
                    deletion(delete, dry), TYPE, (dry ? "rehearse to delete " : "delete ") + object);
            case Step.Evict evict -> Ask.write("POST", ApiPaths.of(object) + "/eviction" + (dry ? "?dryRun=All" : ""),
                    eviction(evict), TYPE, "evict " + object);
            case Step.Latecomers _,Step.LastLook _,Step.Await _,Step.Release _ ->
                throw new IllegalArgumentException("this is no request of ours");
        };
    }

    private static String deletion(Step.Delete delete, boolean dry) {
        var options = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "DeleteOptions")
                .put("propagationPolicy", "Background");
        if (!delete.uid().isEmpty()) {
            options.withObject("preconditions").put("uid", delete.uid());
        }
        if (!delete.version().isEmpty()) {
            options.withObject("preconditions").put("resourceVersion", delete.version());
        }
        var grace = delete.grace();
        if (grace != null) {
            options.put("gracePeriodSeconds", grace.toSeconds());
        }
        if (dry) {
            options.putArray("dryRun").add("All");
        }
        return options.toString();
    }

    private static String eviction(Step.Evict evict) {
        var body = JSON.createObjectNode().put("apiVersion", "policy/v1").put("kind", "Eviction");
        body.putObject("metadata").put("name", evict.object().name()).put("namespace", evict.object().namespace());
        ObjectNode options = body.putObject("deleteOptions");
        options.putObject("preconditions").put("uid", evict.uid());
        var grace = evict.grace();
        if (grace != null) {
            options.put("gracePeriodSeconds", grace.toSeconds());
        }
        return body.toString();
    }

    private Sent judged(Step step, Reply reply) throws Failure {
        var words = "change " + step.object();
        try {
            if (reply.ok()) {
                return new Sent.Accepted(JSON.readTree(new String(reply.body().readNBytes(LARGEST),
                        UTF_8)));
            }
            if (reply.status() >= 500) {
                return broken(reply);
            }
            var refusal = reply.refusal(said(new String(reply.body().readNBytes(LARGEST_REFUSAL), UTF_8)));
            return new Sent.Refused(reply.status(), refusal.problem(), refusal.retryAfter());
        } catch (JsonProcessingException _) {
            return new Sent.Lost(Problem.of(Problem.Kind.GARBLED, "The answer to “" + words + "” is not JSON"));
        } catch (IOException e) {
            return new Sent.Lost(way.wire().explain(e));
        }
    }

    /** A server that fails may have failed after it was done. */
    private static Sent broken(Reply reply) {
        var problem = reply.refusal().problem();
        return problem.detail().contains("PodDisruptionBudget") ? new Sent.Refused(reply.status(), problem, null)
                : new Sent.Lost(problem);
    }

    /** A status, its words with its reasons where it gives some; other words as they are. */
    private static String said(String answer) {
        try {
            return JSON.readTree(answer) instanceof ObjectNode status
                    ? status.put("message", said(status)).toString()
                    : answer;
        } catch (JsonProcessingException _) {
            return answer;
        }
    }

    private static String said(JsonNode status) {
        var said = new ArrayList<String>();
        said.add(status.path("message").asText(""));
        status.path("details").path("causes").forEach(cause -> {
            var message = cause.path("message").asText("");
            if (!message.isEmpty() && !said.getFirst().contains(message)) {
                said.add(message);
            }
        });
        return String.join(" ", said);
    }
}
