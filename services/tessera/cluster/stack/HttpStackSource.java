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
import tessera.stack.PolicyFacts.Maker;
import tessera.stack.StackAnswer;
import tessera.stack.StackObjects;
import tessera.stack.StackObjects.OperatorPod;
import tessera.stack.StackSource;

/** Reads the objects of a GPU stack from the API server. */
public final class HttpStackSource implements StackSource {

    private static final String POLICIES = "/apis/nvidia.com/v1/clusterpolicies?limit=500";
    private static final String DEPLOYMENTS = "/apis/apps/v1/deployments?limit=50&labelSelector="
            + ApiPaths.encode("app.kubernetes.io/component=gpu-operator");
    private static final String MAKER = "meta.helm.sh/release-name";
    private static final String PLACE = "meta.helm.sh/release-namespace";
    private static final String USUAL = "gpu-operator";

    private final ObjectLists.ServerRoute way;
    private final ObjectLists objects;
    private final HelmRecords records;

    public HttpStackSource(ObjectLists.ServerRoute way) {
        this.way = way;
        objects = new ObjectLists(way);
        records = new HelmRecords(way);
    }

    /** What is read of the cluster. */
    private interface StackReading<T> {
        T read() throws Failure, InterruptedException;
    }

    private static <T> StackAnswer<T> told(StackReading<T> reading, T nothing) throws Failure, InterruptedException {
        try {
            return new StackAnswer.AnswerHere<>(reading.read());
        } catch (Failure failure) {
            return switch (failure.problem().kind()) {
                // Nobody has brought the kind into the cluster.
                case NOT_FOUND -> new StackAnswer.AnswerHere<>(nothing);
                case FORBIDDEN, GARBLED, INVALID -> new StackAnswer.Withheld<>(failure.problem());
                default -> throw failure;
            };
        }
    }

    @Override
    public StackObjects read() throws Failure, InterruptedException {
        var policies = told(() -> objects.items(POLICIES, "list ClusterPolicies").stream()
                .sorted(Comparator.comparing(policy -> policy.at("/metadata/creationTimestamp").asText("")))
                .map(StackParts::policy).toList(), List.<PolicyFacts>of());
        var deployments = told(() -> objects.items(DEPLOYMENTS, "list the operator’s Deployment"),
                List.<JsonNode>of());
        var maker = maker(policies, deployments);
        var namespace = deployments.found().flatMap(all -> all.stream().findFirst())
                .map(each -> each.at("/metadata/namespace").asText(""))
                .or(() -> Optional.of(maker.namespace()).filter(place -> !place.isEmpty())).orElse(USUAL);
        return new StackObjects(release(maker), policies, sets(namespace), operator(deployments));
    }

    private static Maker maker(StackAnswer<List<PolicyFacts>> policies, StackAnswer<List<JsonNode>> deployments) {
        return policies.found().stream().flatMap(List::stream).map(PolicyFacts::release).filter(Maker::known)
                .findFirst()
                .or(() -> deployments.found().stream().flatMap(List::stream)
                        .map(each -> maker(each.at("/metadata/annotations"))).filter(Maker::known).findFirst())
                .orElse(Maker.NOBODY);
    }

    static Maker maker(JsonNode annotations) {
        return new Maker(annotations.path(MAKER).asText(""), annotations.path(PLACE).asText(""));
    }

    /** Where nothing in the cluster names its release, the usual name is tried. */
    private StackAnswer<Optional<HelmReleaseFacts>> release(Maker maker) throws Failure, InterruptedException {
        var sought = maker.known() ? maker : new Maker(USUAL, USUAL);
        return told(() -> records.newest(sought.namespace(), sought.name()), Optional.empty());
    }

    private StackAnswer<List<OperandSet>> sets(String namespace) throws Failure, InterruptedException {
        var path = "/apis/apps/v1/namespaces/" + ApiPaths.encode(namespace) + "/daemonsets?limit=500";
        return told(() -> objects.items(path, "list the DaemonSets of " + namespace).stream()
                .map(StackParts::set).toList(), List.of());
    }

    private static StackAnswer<Optional<OperatorPod>> operator(StackAnswer<List<JsonNode>> deployments) {
        return switch (deployments) {
            case StackAnswer.AnswerHere<List<JsonNode>>(var all) ->
                new StackAnswer.AnswerHere<>(all.stream().findFirst().map(StackParts::operator));
            case StackAnswer.Withheld<List<JsonNode>>(var why) -> new StackAnswer.Withheld<>(why);
        };
    }

    @Override
    public List<String> warnings(PodFacts pod) throws Failure, InterruptedException {
        var path = "/api/v1/namespaces/" + ApiPaths.encode(pod.namespace()) + "/events?limit=500&fieldSelector="
                + ApiPaths.encode("involvedObject.kind=Pod,involvedObject.name=" + pod.name());
        return objects.items(path, "read events of " + pod.key()).stream()
                .filter(event -> event.path("type").asText().equals("Warning")
                        && event.at("/involvedObject/name").asText().equals(pod.name()))
                .sorted(Comparator.comparing((JsonNode event) -> event.path("lastTimestamp").asText()).reversed())
                .map(event -> event.path("reason").asText() + ": " + event.path("message").asText().strip()).toList();
    }

    @Override
    public PodLog log(PodFacts pod, int lines) throws Failure, InterruptedException {
        var object = ObjectRef.pod(pod.namespace(), pod.name());
        var words = "read the log of " + object;
        var status = troubled(objects.read(ApiPaths.of(object), "read " + object));
        var path = ApiPaths.of(object) + "/log?container=" + ApiPaths.encode(status.name()) + "&tailLines=" + lines
                + "&limitBytes=65536";
        if (status.restarted()) {
            try {
                return status.log(way.wire().text(ApiRequest.page(path + "&previous=true", "*/*", words)));
            } catch (Failure failure) {
                // The kubelet has thrown that log away: what the container writes now is the newest that there is.
                if (failure.problem().kind() != ProblemKind.INVALID
                        && failure.problem().kind() != ProblemKind.NOT_FOUND) {
                    throw failure;
                }
            }
        }
        return status.log(way.wire().text(ApiRequest.page(path, "*/*", words)));
    }

    /**
     * A container in trouble.
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

        /** Findings and reports quote it, so what is called a secret in it stays behind. */
        PodLog log(String text) {
            return new PodLog(name, ranBefore, SecretRedactor.ofNamed(text).lines().toList());
        }
    }

    /** The container that ended badly or keeps the pod from being ready, or else the first. */
    private static TroubledContainer troubled(JsonNode pod) {
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
