package tessera.cluster.logs;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.http.ApiResponse;
import tessera.cluster.http.ApiTransport;
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiPathBuilder;
import tessera.logs.LogPodFacts;
import tessera.logs.LogPodFacts.ContainerKind;
import tessera.logs.LogPodFacts.ContainerState;
import tessera.logs.LogPodFacts.LoggedContainer;
import tessera.logs.LogPodFacts.PodSuccessorNaming;
import tessera.logs.PodLogSource;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/** Reader of container logs through the API server. */
public final class HttpContainerLogReader implements PodLogSource {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HttpContainerLogReader.class);

    /** A container may be silent for long; but a connection that died without a word is found out so. */
    private static final Duration SILENCE = Duration.ofMinutes(5);
    private static final int NOTHING = 204;

    private final ApiObjectReader.ApiTransportSupplier transportSupplier;
    private final ApiObjectReader objects;

    public HttpContainerLogReader(ApiObjectReader.ApiTransportSupplier transportSupplier) {
        this.transportSupplier = transportSupplier;
        objects = new ApiObjectReader(transportSupplier);
    }

    @Override
    public LogPodFacts findPod(ObjectRef pod) throws ProblemException, InterruptedException {
        return LogViewPodReader.readPod(objects.readJson(ApiPathBuilder.objectPath(pod), MESSAGES.text("read", pod)));
    }

    @Override
    public LogByteStream openStream(LogRequest request) throws ProblemException, InterruptedException {
        var text = MESSAGES.text("read.log", request.container(), request.pod());
        var transport = transportSupplier.transport();
        var reply = transport.send(ApiRequest.followLog(logPath(request), SILENCE, text));
        if (!reply.isSuccess()) {
            try (reply) {
                throw reply.readRefusal().toFailure();
            }
        }
        if (reply.status() == NOTHING) {
            reply.close();
            throw new ProblemException(OperationProblemKind.INVALID, new PodNotScheduled());
        }
        return new LogResponseStream(transport, reply);
    }

    private static String logPath(LogRequest request) {
        var since = request.since();
        return ApiPathBuilder.objectPath(request.pod()) + "/log?container=" + ApiPathBuilder.encode(request.container())
                + "&timestamps=true" + (request.follow() && !request.previous() ? "&follow=true" : "")
                + (request.previous() ? "&previous=true" : "")
                // Servers take whole seconds only.
                + (since == null ? ""
                        : "&sinceTime=" + ApiPathBuilder.encode(since.truncatedTo(ChronoUnit.SECONDS).toString()))
                + (request.tail() >= 0 ? "&tailLines=" + request.tail() : "");
    }

    private record LogResponseStream(ApiTransport transport, ApiResponse reply) implements LogByteStream {

        @Override
        public InputStream bytes() {
            return reply.body();
        }

        @Override
        public Problem explain(IOException e) {
            return transport.explainReadFailure(e);
        }

        @Override
        public void abort() {
            reply.cancel();
        }

        @Override
        public void close() {
            reply.close();
        }
    }

    /** Reader of pods for the log view. */
    private static final class LogViewPodReader {

        private static final String USUAL = "kubectl.kubernetes.io/default-container";

        /** Kinds that make up a new name for each pod. */
        private static final Set<String> NAMING = Set.of("ReplicaSet", "ReplicationController", "DaemonSet", "Job");

        private LogViewPodReader() {}

        static LogPodFacts readPod(JsonNode pod) {
            var containers = new ArrayList<LoggedContainer>();
            addContainers(containers, pod, "initContainers", "initContainerStatuses", ContainerKind.INIT);
            addContainers(containers, pod, "containers", "containerStatuses", ContainerKind.MAIN);
            addContainers(containers, pod, "ephemeralContainers", "ephemeralContainerStatuses",
                    ContainerKind.EPHEMERAL);
            var named = pod.at("/metadata/annotations").path(USUAL).asText("");
            var usual = containers.stream().anyMatch(container -> container.name().equals(named)) ? named
                    : containers.stream().filter(container -> container.kind() == ContainerKind.MAIN).findFirst()
                            .map(LoggedContainer::name).orElse("");
            return new LogPodFacts(pod.at("/metadata/uid").asText(""), pod.path("metadata").has("deletionTimestamp"),
                    successorNaming(pod), usual, containers);
        }

        private static PodSuccessorNaming successorNaming(JsonNode pod) {
            for (var owner : pod.at("/metadata/ownerReferences")) {
                if (owner.path("controller").asBoolean()) {
                    if (NAMING.contains(owner.path("kind").asText())) {
                        return PodSuccessorNaming.OTHER_NAME;
                    }
                    return PodSuccessorNaming.ITS_NAME;
                }
            }
            return PodSuccessorNaming.UNKNOWN;
        }

        private static void addContainers(List<LoggedContainer> containers, JsonNode pod, String of, String statuses,
                ContainerKind kind) {
            var byName = new HashMap<String, JsonNode>();
            pod.path("status").path(statuses).forEach(status -> byName.put(status.path("name").asText(), status));
            pod.path("spec").path(of).forEach(spec -> containers.add(readContainer(pod, spec, byName, kind)));
        }

        private static LoggedContainer readContainer(JsonNode pod, JsonNode spec, Map<String, JsonNode> statuses,
                ContainerKind kind) {
            var name = spec.path("name").asText();
            var status = statuses.getOrDefault(name, spec.path("no status"));
            var ended = status.at("/state/terminated");
            ContainerState state;
            if (status.at("/state").has("running")) {
                state = ContainerState.RUNNING;
            } else if (ended.isObject()) {
                state = ContainerState.ENDED;
            } else {
                state = ContainerState.WAITING;
            }
            var text = switch (state) {
                case RUNNING -> "";
                case ENDED -> MESSAGES.text("exit", ended.path("exitCode").asInt(), endReason(ended));
                case WAITING -> status.at("/state/waiting/reason").asText("")
                        + messageSuffix(status.at("/state/waiting/message").asText(""));
            };
            return new LoggedContainer(name, kind, state, status.path("restartCount").asInt(0), text,
                    status.at("/lastState").has("terminated"), isFinal(pod, spec, ended, kind));
        }

        private static String endReason(JsonNode ended) {
            var reason = ended.path("reason").asText("");
            return !(reason.isEmpty() || reason.equals("Completed") || reason.equals("Error")) ? reason : "";
        }

        private static String messageSuffix(String message) {
            return OptionalText.prefixed(": ", message);
        }

        /** Returns whether a container that ended will not be restarted. */
        private static boolean isFinal(JsonNode pod, JsonNode spec, JsonNode ended, ContainerKind kind) {
            var phase = pod.at("/status/phase").asText("");
            if (phase.equals("Succeeded") || phase.equals("Failed") || kind == ContainerKind.EPHEMERAL) {
                return true;
            }
            var policy = pod.at("/spec/restartPolicy").asText("Always");
            boolean well = ended.path("exitCode").asInt(-1) == 0;
            boolean sidecar = spec.path("restartPolicy").asText("").equals("Always");
            if (kind == ContainerKind.INIT && !sidecar) {
                return well || policy.equals("Never");
            }
            return !sidecar && (policy.equals("Never") || (policy.equals("OnFailure") && well));
        }
    }
}
