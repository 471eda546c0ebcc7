package tessera.cluster.stack;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import tessera.cluster.credential.SecretRedactor;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.object.ApiPaths;
import tessera.cluster.object.ObjectLists;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.PodFacts;
import tessera.model.Problem.ProblemKind;
import tessera.stack.HelmReleaseFacts;
import tessera.stack.OperandSet;
import tessera.stack.PodLog;
import tessera.stack.PolicyFacts;
import tessera.stack.PolicyFacts.HelmReleaseRef;
import tessera.stack.StackAnswer;
import tessera.stack.StackObjects;
import tessera.stack.StackObjects.OperatorPod;
import tessera.stack.StackSource;

/** Reader of the objects of a GPU stack through the API server. */
public final class HttpStackSource implements StackSource {

    private static final String POLICIES = "/apis/nvidia.com/v1/clusterpolicies?limit=500";
    private static final String DEPLOYMENTS = "/apis/apps/v1/deployments?limit=50&labelSelector="
            + ApiPaths.encode("app.kubernetes.io/component=gpu-operator");
    private static final String MAKER = "meta.helm.sh/release-name";
    private static final String PLACE = "meta.helm.sh/release-namespace";
    private static final String USUAL = "gpu-operator";

    private final ObjectLists.ServerRoute route;
    private final ObjectLists objects;
    private final HelmRecords records;

    public HttpStackSource(ObjectLists.ServerRoute route) {
        this.route = route;
        objects = new ObjectLists(route);
        records = new HelmRecords(route);
    }

    /** A read of the cluster. */
    private interface StackRequest<T> {
        T read() throws Failure, InterruptedException;
    }

    private static <T> StackAnswer<T> readOrWithhold(StackRequest<T> reading, T nothing)
            throws Failure, InterruptedException {
        try {
            return new StackAnswer.ReceivedAnswer<>(reading.read());
        } catch (Failure failure) {
            return switch (failure.problem().kind()) {
                // Nobody has brought the kind into the cluster.
                case NOT_FOUND -> new StackAnswer.ReceivedAnswer<>(nothing);
                case FORBIDDEN, GARBLED, INVALID -> new StackAnswer.MissingAnswer<>(failure.problem());
                default -> throw failure;
            };
        }
    }

    @Override
    public StackObjects read() throws Failure, InterruptedException {
        var policies = readOrWithhold(() -> objects.listAll(POLICIES, "list ClusterPolicies").stream()
                .sorted(Comparator.comparing(policy -> policy.at("/metadata/creationTimestamp").asText("")))
                .map(StackObjectReader::readPolicy).toList(), List.<PolicyFacts>of());
        var deployments = readOrWithhold(() -> objects.listAll(DEPLOYMENTS, "list the operator’s Deployment"),
                List.<JsonNode>of());
        var maker = findHelmRelease(policies, deployments);
        var namespace = deployments.result().flatMap(all -> all.stream().findFirst())
                .map(element -> element.at("/metadata/namespace").asText(""))
                .or(() -> Optional.of(maker.namespace()).filter(place -> !place.isEmpty())).orElse(USUAL);
        return new StackObjects(readRelease(maker), policies, readOperands(namespace), readOperator(deployments));
    }

    private static HelmReleaseRef findHelmRelease(StackAnswer<List<PolicyFacts>> policies,
            StackAnswer<List<JsonNode>> deployments) {
        return policies.result().stream().flatMap(List::stream).map(PolicyFacts::release)
                .filter(HelmReleaseRef::isKnown)
                .findFirst()
                .or(() -> deployments.result().stream().flatMap(List::stream)
                        .map(element -> helmReleaseOf(element.at("/metadata/annotations")))
                        .filter(HelmReleaseRef::isKnown).findFirst())
                .orElse(HelmReleaseRef.NOBODY);
    }

    static HelmReleaseRef helmReleaseOf(JsonNode annotations) {
        return new HelmReleaseRef(annotations.path(MAKER).asText(""), annotations.path(PLACE).asText(""));
    }

    /** Returns the Helm release; the usual name is tried where nothing in the cluster names one. */
    private StackAnswer<Optional<HelmReleaseFacts>> readRelease(HelmReleaseRef maker)
            throws Failure, InterruptedException {
        var sought = maker.isKnown() ? maker : new HelmReleaseRef(USUAL, USUAL);
        return readOrWithhold(() -> records.newestRelease(sought.namespace(), sought.name()), Optional.empty());
    }

    private StackAnswer<List<OperandSet>> readOperands(String namespace) throws Failure, InterruptedException {
        var path = "/apis/apps/v1/namespaces/" + ApiPaths.encode(namespace) + "/daemonsets?limit=500";
        return readOrWithhold(() -> objects.listAll(path, "list the DaemonSets of " + namespace).stream()
                .map(StackObjectReader::readOperand).toList(), List.of());
    }

    private static StackAnswer<Optional<OperatorPod>> readOperator(StackAnswer<List<JsonNode>> deployments) {
        return switch (deployments) {
            case StackAnswer.ReceivedAnswer<List<JsonNode>>(var all) ->
                new StackAnswer.ReceivedAnswer<>(all.stream().findFirst().map(StackObjectReader::readOperator));
            case StackAnswer.MissingAnswer<List<JsonNode>>(var problem) -> new StackAnswer.MissingAnswer<>(problem);
        };
    }

    @Override
    public List<String> warningEvents(PodFacts pod) throws Failure, InterruptedException {
        var path = "/api/v1/namespaces/" + ApiPaths.encode(pod.namespace()) + "/events?limit=500&fieldSelector="
                + ApiPaths.encode("involvedObject.kind=Pod,involvedObject.name=" + pod.name());
        return objects.listAll(path, "read events of " + pod.key()).stream()
                .filter(event -> event.path("type").asText().equals("Warning")
                        && event.at("/involvedObject/name").asText().equals(pod.name()))
                .sorted(Comparator.comparing((JsonNode event) -> event.path("lastTimestamp").asText()).reversed())
                .map(event -> event.path("reason").asText() + ": " + event.path("message").asText().strip()).toList();
    }

    @Override
    public PodLog readLog(PodFacts pod, int lines) throws Failure, InterruptedException {
        var object = ObjectRef.pod(pod.namespace(), pod.name());
        var text = "read the log of " + object;
        var status = findTroubledContainer(objects.readJson(ApiPaths.objectPath(object), "read " + object));
        var path = ApiPaths.objectPath(object) + "/log?container=" + ApiPaths.encode(status.name()) + "&tailLines="
                + lines
                + "&limitBytes=65536";
        if (status.restarted()) {
            try {
                return status.redactedLog(
                        route.transport().readText(ApiRequest.proxiedPage(path + "&previous=true", "*/*", text)));
            } catch (Failure failure) {
                // The kubelet has thrown that log away: what the container writes now is the newest that there is.
                if (failure.problem().kind() != ProblemKind.INVALID
                        && failure.problem().kind() != ProblemKind.NOT_FOUND) {
                    throw failure;
                }
            }
        }
        return status.redactedLog(route.transport().readText(ApiRequest.proxiedPage(path, "*/*", text)));
    }

    /**
     * A container that failed or is not ready.
     *
     * @param ranBefore whether a run of it has failed that is not its last
     * @param restarted whether it runs again: why it failed is in the log of the run before alone
     */
    private record TroubledContainer(String name, boolean ranBefore, boolean restarted) {

        static TroubledContainer of(JsonNode status) {
            boolean before = status.at("/lastState/terminated/exitCode").asInt(0) != 0
                    && !status.path("state").has("terminated");
            return new TroubledContainer(status.path("name").asText(), before,
                    before && status.path("state").has("running"));
        }

        /** Returns its log with secrets removed, as findings and reports quote it. */
        PodLog redactedLog(String text) {
            return new PodLog(name, ranBefore, SecretRedactor.redactNamed(text).lines().toList());
        }
    }

    /** Returns the container that failed or keeps the pod from being ready, or else the first. */
    private static TroubledContainer findTroubledContainer(JsonNode pod) {
        for (var status : pod.at("/status/initContainerStatuses")) {
            if (status.at("/state/terminated/exitCode").asInt(-1) != 0) {
                return TroubledContainer.of(status);
            }
        }
        return StreamSupport.stream(pod.at("/status/containerStatuses").spliterator(), false)
                .filter(status -> !status.path("ready").asBoolean())
                .min(Comparator.comparing(status -> status.at("/state/terminated/exitCode").asInt(-1) == 0))
                .map(TroubledContainer::of)
                .orElseGet(() -> new TroubledContainer(pod.at("/spec/containers/0/name").asText(), false, false));
    }
}
