package tessera.cluster.stack;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tessera.cluster.credential.CredentialTextRedactor;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiPathBuilder;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.StatusCondition;
import tessera.stack.ClusterPolicySummary;
import tessera.stack.ClusterPolicySummary.HelmReleaseRef;
import tessera.stack.ClusterReadResult;
import tessera.stack.ContainerLogTail;
import tessera.stack.GpuStackClusterReader;
import tessera.stack.GpuStackComponent;
import tessera.stack.GpuStackHelmRelease;
import tessera.stack.GpuStackObjects;
import tessera.stack.GpuStackObjects.OperatorDeployment;
import tessera.stack.OperandDaemonSet;
import tessera.text.MessageCatalog;

/** Reader of the objects of a GPU stack through the API server. */
public final class HttpGpuStackReader implements GpuStackClusterReader {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HttpGpuStackReader.class);
    private static final String POLICIES = "/apis/nvidia.com/v1/clusterpolicies?limit=500";
    private static final String DEPLOYMENTS = "/apis/apps/v1/deployments?limit=50&labelSelector="
            + ApiPathBuilder.encode("app.kubernetes.io/component=gpu-operator");
    private static final String MAKER = "meta.helm.sh/release-name";
    private static final String PLACE = "meta.helm.sh/release-namespace";
    private static final String USUAL = "gpu-operator";

    private final ApiObjectReader.ApiTransportSupplier transportSupplier;
    private final ApiObjectReader objects;
    private final HelmReleaseSecretReader records;

    public HttpGpuStackReader(ApiObjectReader.ApiTransportSupplier transportSupplier) {
        this.transportSupplier = transportSupplier;
        objects = new ApiObjectReader(transportSupplier);
        records = new HelmReleaseSecretReader(transportSupplier);
    }

    /** A read of the cluster. */
    private interface GpuStackReadOperation<T> {
        T read() throws ProblemException, InterruptedException;
    }

    private static <T> ClusterReadResult<T> readOrWithhold(GpuStackReadOperation<T> reading, T nothing)
            throws ProblemException, InterruptedException {
        try {
            return new ClusterReadResult.SuccessfulRead<>(reading.read());
        } catch (ProblemException problemException) {
            return switch (problemException.problem().kind()) {
                // Nobody has brought the kind into the cluster.
                case NOT_FOUND -> new ClusterReadResult.SuccessfulRead<>(nothing);
                case FORBIDDEN, GARBLED, INVALID -> new ClusterReadResult.FailedRead<>(problemException.problem());
                default -> throw problemException;
            };
        }
    }

    @Override
    public GpuStackObjects read() throws ProblemException, InterruptedException {
        var policies = readOrWithhold(() -> objects.listAll(POLICIES, MESSAGES.text("list.policies")).stream()
                .sorted(Comparator.comparing(policy -> policy.at("/metadata/creationTimestamp").asText("")))
                .map(GpuStackObjectDecoder::readPolicy).toList(), List.<ClusterPolicySummary>of());
        var deployments = readOrWithhold(() -> objects.listAll(DEPLOYMENTS, MESSAGES.text("list.deployments")),
                List.<JsonNode>of());
        var release = findHelmRelease(policies, deployments);
        var namespace = deployments.result().flatMap(all -> all.stream().findFirst())
                .map(element -> element.at("/metadata/namespace").asText("")).or(() -> releaseNamespace(release))
                .orElse(USUAL);
        var operands = readOperands(namespace);
        // Where the operator may be elsewhere, nothing at its usual place says that there is nothing.
        var hidden = release.isKnown() ? Optional.<Problem>empty() : deployments.problem();
        return new GpuStackObjects(failIfEmpty(readRelease(release), Optional::isEmpty, hidden), policies,
                failIfEmpty(operands, List::isEmpty, hidden), readOperator(deployments));
    }

    /** Returns the result, or the problem that hides where to read it if it is empty. */
    private static <T> ClusterReadResult<T> failIfEmpty(ClusterReadResult<T> result, Predicate<T> isEmpty,
            Optional<Problem> hidden) {
        return hidden.filter(_ -> result.result().filter(isEmpty).isPresent())
                .<ClusterReadResult<T>>map(ClusterReadResult.FailedRead::new).orElse(result);
    }

    private static Optional<String> releaseNamespace(HelmReleaseRef release) {
        return Optional.of(release.namespace()).filter(place -> !place.isEmpty());
    }

    private static HelmReleaseRef findHelmRelease(ClusterReadResult<List<ClusterPolicySummary>> policies,
            ClusterReadResult<List<JsonNode>> deployments) {
        return policies.result().stream().flatMap(List::stream).map(ClusterPolicySummary::release)
                .filter(HelmReleaseRef::isKnown).findFirst().or(() -> findDeployedRelease(deployments))
                .orElse(HelmReleaseRef.NOBODY);
    }

    private static Optional<HelmReleaseRef> findDeployedRelease(ClusterReadResult<List<JsonNode>> deployments) {
        return deployments.result().stream().flatMap(List::stream)
                .map(element -> helmReleaseOf(element.at("/metadata/annotations"))).filter(HelmReleaseRef::isKnown)
                .findFirst();
    }

    static HelmReleaseRef helmReleaseOf(JsonNode annotations) {
        return new HelmReleaseRef(annotations.path(MAKER).asText(""), annotations.path(PLACE).asText(""));
    }

    /** Returns the Helm release; the usual name is tried where nothing in the cluster names one. */
    private ClusterReadResult<Optional<GpuStackHelmRelease>> readRelease(HelmReleaseRef release)
            throws ProblemException, InterruptedException {
        var sought = release.isKnown() ? release : new HelmReleaseRef(USUAL, USUAL);
        return readOrWithhold(() -> records.newestRelease(sought.namespace(), sought.name()), Optional.empty());
    }

    private ClusterReadResult<List<OperandDaemonSet>> readOperands(String namespace)
            throws ProblemException, InterruptedException {
        var path = "/apis/apps/v1/namespaces/" + ApiPathBuilder.encode(namespace) + "/daemonsets?limit=500";
        return readOrWithhold(() -> objects.listAll(path, MESSAGES.text("list.daemonsets", namespace)).stream()
                .map(GpuStackObjectDecoder::readOperand).toList(), List.of());
    }

    private static ClusterReadResult<Optional<OperatorDeployment>> readOperator(
            ClusterReadResult<List<JsonNode>> deployments) {
        return switch (deployments) {
            case ClusterReadResult.SuccessfulRead<List<JsonNode>>(var all) -> new ClusterReadResult.SuccessfulRead<>(
                    all.stream().findFirst().map(GpuStackObjectDecoder::readOperator));
            case ClusterReadResult.FailedRead<List<JsonNode>>(var problem) ->
                new ClusterReadResult.FailedRead<>(problem);
        };
    }

    @Override
    public List<String> warningEvents(PodSummary pod) throws ProblemException, InterruptedException {
        var path = "/api/v1/namespaces/" + ApiPathBuilder.encode(pod.namespace()) + "/events?limit=500&fieldSelector="
                + ApiPathBuilder.encode("involvedObject.kind=Pod,involvedObject.name=" + pod.name());
        return objects.listAll(path, MESSAGES.text("list.events", pod.key())).stream()
                .filter(event -> event.path("type").asText().equals("Warning")
                        && event.at("/involvedObject/name").asText().equals(pod.name()))
                .sorted(Comparator.comparing((JsonNode event) -> event.path("lastTimestamp").asText()).reversed())
                .map(event -> event.path("reason").asText() + ": " + event.path("message").asText().strip()).toList();
    }

    @Override
    public ContainerLogTail readLog(PodSummary pod, int lines) throws ProblemException, InterruptedException {
        var object = ObjectRef.pod(pod.namespace(), pod.name());
        var text = MESSAGES.text("read.log", object);
        var status = findTroubledContainer(
                objects.readJson(ApiPathBuilder.objectPath(object), MESSAGES.text("read", object)));
        var path = ApiPathBuilder.objectPath(object) + "/log?container=" + ApiPathBuilder.encode(status.name())
                + "&tailLines=" + lines + "&limitBytes=65536";
        if (status.restarted()) {
            try {
                return status.redactedLog(transportSupplier.transport()
                        .readText(ApiRequest.proxiedPage(path + "&previous=true", "*/*", text)));
            } catch (ProblemException problemException) {
                // The kubelet has thrown that log away: what the container writes now is the newest that there is.
                if (problemException.problem().kind() != OperationProblemKind.INVALID
                        && problemException.problem().kind() != OperationProblemKind.NOT_FOUND) {
                    throw problemException;
                }
            }
        }
        return status.redactedLog(transportSupplier.transport().readText(ApiRequest.proxiedPage(path, "*/*", text)));
    }

    /**
     * A container that failed or is not ready.
     *
     * @param ranBefore whether a run of it has failed that is not its last
     * @param restarted whether it runs again: why it failed is in the log of the run before alone
     */
    private record UnhealthyContainer(String name, boolean ranBefore, boolean restarted) {

        static UnhealthyContainer of(JsonNode status) {
            boolean before = status.at("/lastState/terminated/exitCode").asInt(0) != 0
                    && !status.path("state").has("terminated");
            return new UnhealthyContainer(status.path("name").asText(), before,
                    before && status.path("state").has("running"));
        }

        /** Returns its log with secrets removed, as findings and reports quote it. */
        ContainerLogTail redactedLog(String text) {
            return new ContainerLogTail(name, ranBefore, CredentialTextRedactor.redactNamed(text).lines().toList());
        }
    }

    /** Returns the container that failed or keeps the pod from being ready, or else the first. */
    private static UnhealthyContainer findTroubledContainer(JsonNode pod) {
        for (var status : pod.at("/status/initContainerStatuses")) {
            if (status.at("/state/terminated/exitCode").asInt(-1) != 0) {
                return UnhealthyContainer.of(status);
            }
        }
        return StreamSupport.stream(pod.at("/status/containerStatuses").spliterator(), false)
                .filter(status -> !status.path("ready").asBoolean())
                .min(Comparator.comparing(status -> status.at("/state/terminated/exitCode").asInt(-1) == 0))
                .map(UnhealthyContainer::of)
                .orElseGet(() -> new UnhealthyContainer(pod.at("/spec/containers/0/name").asText(), false, false));
    }

    /** Reader of API objects that belong to a GPU stack. */
    private static final class GpuStackObjectDecoder {

        /** Sections of a ClusterPolicy that turn a part off. */
        private static final Map<String, GpuStackComponent> SECTIONS = Map.of("driver", GpuStackComponent.DRIVER,
                "toolkit", GpuStackComponent.TOOLKIT, "devicePlugin", GpuStackComponent.PLUGIN, "gfd",
                GpuStackComponent.FEATURES, "dcgmExporter", GpuStackComponent.EXPORTER, "migManager",
                GpuStackComponent.MIG);

        private GpuStackObjectDecoder() {}

        static ClusterPolicySummary readPolicy(JsonNode policy) {
            var spec = policy.path("spec");
            var conditions = new ArrayList<StatusCondition>();
            policy.at("/status/conditions")
                    .forEach(element -> conditions
                            .add(new StatusCondition(element.path("type").asText(""), element.path("status").asText(""),
                                    element.path("reason").asText(""), element.path("message").asText(""),
                                    parseTime(element.path("lastTransitionTime").asText("")))));
            var disabled = SECTIONS.entrySet().stream()
                    .filter(section -> !spec.path(section.getKey()).path("enabled").asBoolean(true))
                    .map(Map.Entry::getValue).sorted().toList();
            return new ClusterPolicySummary(policy.at("/metadata/name").asText(""),
                    policy.at("/status/state").asText(""), conditions, spec.at("/driver/version").asText(""), disabled,
                    HttpGpuStackReader.helmReleaseOf(policy.at("/metadata/annotations")));
        }

        static OperandDaemonSet readOperand(JsonNode set) {
            var selector = new HashMap<String, String>();
            set.at("/spec/template/spec/nodeSelector").properties()
                    .forEach(label -> selector.put(label.getKey(), label.getValue().asText()));
            return new OperandDaemonSet(set.at("/metadata/namespace").asText(""), set.at("/metadata/name").asText(""),
                    set.at("/status/desiredNumberScheduled").asInt(0), set.at("/status/numberReady").asInt(0), selector,
                    set.at("/spec/template/spec/containers/0/image").asText(""));
        }

        static OperatorDeployment readOperator(JsonNode deployment) {
            var labels = deployment.at("/metadata/labels");
            var image = deployment.at("/spec/template/spec/containers/0/image").asText("");
            var tag = image.substring(Math.max(image.lastIndexOf('/'), 0));
            return new OperatorDeployment(deployment.at("/metadata/namespace").asText(""),
                    deployment.at("/metadata/name").asText(""), deployment.at("/spec/replicas").asInt(1),
                    deployment.at("/status/readyReplicas").asInt(0), labels.path("app.kubernetes.io/version")
                            .asText(tag.contains(":") ? tag.substring(tag.indexOf(':') + 1) : ""));
        }

        private static @Nullable Instant parseTime(String text) {
            try {
                return text.isEmpty() ? null : OffsetDateTime.parse(text).toInstant();
            } catch (DateTimeParseException _) {
                return null;
            }
        }
    }
}
