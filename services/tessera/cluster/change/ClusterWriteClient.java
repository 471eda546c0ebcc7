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
import tessera.cluster.http.ApiRequest;
import tessera.cluster.http.ApiResponse;
import tessera.cluster.http.MissingCredentialException;
import tessera.cluster.http.ReadOnlyModeException;
import tessera.cluster.object.ApiObjectReader.ApiTransportSupplier;
import tessera.cluster.object.ApiPathBuilder;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.plan.step.PlanStep;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

import static java.nio.charset.StandardCharsets.UTF_8;

/** The only place that sends requests that change a cluster. None is repeated. Safe for use by several threads. */
final class ClusterWriteClient {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ClusterWriteClient.class);
    private static final JsonMapper JSON = new JsonMapper();
    private static final String TYPE = "application/json";
    private static final int LARGEST = 64 << 20;
    private static final int LARGEST_REFUSAL = 4 << 20;

    private final ApiTransportSupplier transportSupplier;

    ClusterWriteClient(ApiTransportSupplier transportSupplier) {
        this.transportSupplier = transportSupplier;
    }

    /**
     * Sends a step.
     *
     * @param dry whether the server shall only say what it would do
     */
    ClusterWriteResult sendStep(PlanStep step, boolean dry) throws InterruptedException {
        return sendRequest(step, requestFor(step, dry, "Strict"));
    }

    /** Dry-runs a step of Helm's, with fields that the server does not know ignored. */
    ClusterWriteResult dryRunForHelm(PlanStep step) throws InterruptedException {
        return sendRequest(step, requestFor(step, /* dry= */ true, "Ignore"));
    }

    private ClusterWriteResult sendRequest(PlanStep step, ApiRequest request) throws InterruptedException {
        try (var reply = transportSupplier.transport().send(request)) {
            return toResult(step, reply);
        } catch (ProblemException problemException) {
            if (neverLeft(problemException.getCause())) {
                return new ClusterWriteResult.RefusedClusterWrite(0, problemException.problem(), null);
            }
            return new ClusterWriteResult.UnansweredClusterWrite(problemException.problem());
        }
    }

    private static boolean neverLeft(@Nullable Throwable cause) {
        return switch (cause) {
            case null -> true;
            case ReadOnlyModeException _,MissingCredentialException _,ConnectException _,NoRouteToHostException _,UnknownHostException _ ->
                true;
            case SSLHandshakeException _,SSLPeerUnverifiedException _ -> true;
            default -> false;
        };
    }

    private static ApiRequest requestFor(PlanStep step, boolean dry, String validation) {
        var object = step.object();
        var query = "?fieldManager=tessera&fieldValidation=" + validation + (dry ? "&dryRun=All" : "");
        var text = MESSAGES.text("change", dry, object);
        return switch (step) {
            case PlanStep.PatchObjectStep patch -> ApiRequest.writeRequest("PATCH",
                    ApiPathBuilder.objectPath(object) + OptionalText.prefixed("/", patch.subresource()) + query,
                    patch.body(), patch.form().mediaType(), text);
            case PlanStep.ApplyObjectStep apply ->
                ApiRequest.writeRequest("PATCH", ApiPathBuilder.objectPath(object) + query + "&force=" + apply.force(),
                        apply.body(), "application/apply-patch+yaml", text);
            case PlanStep.CreateObjectStep create ->
                ApiRequest.writeRequest("POST", ApiPathBuilder.collectionPath(object) + query, create.body(), TYPE,
                        MESSAGES.text("create", dry, object));
            case PlanStep.ProbePodStep trial ->
                ApiRequest.writeRequest("POST", ApiPathBuilder.collectionPath(object) + query, trial.body(), TYPE,
                        MESSAGES.text("create", dry, object));
            case PlanStep.DeleteObjectStep delete -> ApiRequest.writeRequest("DELETE",
                    ApiPathBuilder.objectPath(object) + (dry ? "?dryRun=All" : ""),
                    deletionBody(delete, dry), TYPE, MESSAGES.text("delete", dry, object));
            case PlanStep.EvictPodStep evict -> ApiRequest.writeRequest("POST",
                    ApiPathBuilder.objectPath(object) + "/eviction" + (dry ? "?dryRun=All" : ""),
                    evictionBody(evict), TYPE, MESSAGES.text("evict", object));
            case PlanStep.EvictLatePodsStep _,PlanStep.VerifyEmptyNamespaceStep _,PlanStep.AwaitClusterStateStep _,PlanStep.HelmStep _ ->
                throw new IllegalArgumentException(step.toString());
        };
    }

    private static String deletionBody(PlanStep.DeleteObjectStep delete, boolean dry) {
        var options = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "DeleteOptions")
                .put("propagationPolicy", "Background");
        if (!delete.uid().isEmpty()) {
            options.withObject("preconditions").put("uid", delete.uid());
        }
        if (!delete.version().isEmpty()) {
            options.withObject("preconditions").put("resourceVersion", delete.version());
        }
        var grace = delete.gracePeriod();
        if (grace != null) {
            options.put("gracePeriodSeconds", grace.toSeconds());
        }
        if (dry) {
            options.putArray("dryRun").add("All");
        }
        return options.toString();
    }

    private static String evictionBody(PlanStep.EvictPodStep evict) {
        var body = JSON.createObjectNode().put("apiVersion", "policy/v1").put("kind", "Eviction");
        body.putObject("metadata").put("name", evict.object().name()).put("namespace", evict.object().namespace());
        ObjectNode options = body.putObject("deleteOptions");
        options.putObject("preconditions").put("uid", evict.uid());
        var grace = evict.gracePeriod();
        if (grace != null) {
            options.put("gracePeriodSeconds", grace.toSeconds());
        }
        return body.toString();
    }

    private ClusterWriteResult toResult(PlanStep step, ApiResponse reply) throws ProblemException {
        var text = MESSAGES.text("change", false, step.object());
        try {
            if (reply.isSuccess()) {
                return new ClusterWriteResult.AcceptedClusterWrite(
                        JSON.readTree(new String(reply.body().readNBytes(LARGEST), UTF_8)));
            }
            if (reply.status() >= 500) {
                return serverErrorResult(reply);
            }
            var refusal = reply.refusalFrom(refusalText(new String(reply.body().readNBytes(LARGEST_REFUSAL), UTF_8)));
            return new ClusterWriteResult.RefusedClusterWrite(reply.status(), refusal.problem(), refusal.retryAfter());
        } catch (JsonProcessingException _) {
            return new ClusterWriteResult.UnansweredClusterWrite(Problem.of(Problem.OperationProblemKind.GARBLED,
                    new PlanExecutionReason.WriteResponseNotJson(text)));
        } catch (IOException e) {
            return new ClusterWriteResult.UnansweredClusterWrite(transportSupplier.transport().explainReadFailure(e));
        }
    }

    /** Returns the result of a server error, which may have come after the change was made. */
    private static ClusterWriteResult serverErrorResult(ApiResponse reply) {
        var problem = reply.readRefusal().problem();
        if (problem.detail().contains("PodDisruptionBudget")) {
            return new ClusterWriteResult.RefusedClusterWrite(reply.status(), problem, null);
        }
        return new ClusterWriteResult.UnansweredClusterWrite(problem);
    }

    /** Returns the message of a status with its causes where it has some; any other body unchanged. */
    private static String refusalText(String answer) {
        try {
            if (JSON.readTree(answer) instanceof ObjectNode status) {
                return status.put("message", statusMessage(status)).toString();
            }
            return answer;
        } catch (JsonProcessingException _) {
            return answer;
        }
    }

    private static String statusMessage(JsonNode status) {
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
