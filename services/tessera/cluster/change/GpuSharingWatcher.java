package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiObjectReader.ApiTransportSupplier;
import tessera.cluster.object.ApiPathBuilder;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.step.ExpectedClusterState.GpuSharingExpectation;
import tessera.plan.step.ExpectedClusterState.PodReplacementExpectation;
import tessera.scheduling.StatusConditionReader;
import tessera.sharing.DevicePluginConfigChoice;

/** Watches a node until it shares its GPUs as configured, and explains delays. */
final class GpuSharingWatcher {

    private static final String MPS_DAEMON = "mps-control-daemon";

    private static final String PLUGIN = "device-plugin";
    private static final String DISCOVERY = "feature-discovery";
    private static final String REFUSED = "UnexpectedAdmissionError";

    private final DevicePluginCrashReasonReader crashReasonReader;
    private final ApiObjectReader objects;

    GpuSharingWatcher(ApiTransportSupplier transportSupplier, ApiObjectReader objects) {
        crashReasonReader = new DevicePluginCrashReasonReader(transportSupplier);
        this.objects = objects;
    }

    AwaitedConditionObservation observe(ObjectRef node, PodReplacementExpectation expected)
            throws ProblemException, InterruptedException {
        return new AwaitedConditionObservation.ConditionProgress(
                String.join("; ", unrenewedReasons(readPods(node.name()), expected)));
    }

    AwaitedConditionObservation observe(ObjectRef object, GpuSharingExpectation expected)
            throws ProblemException, InterruptedException {
        var node = objects.readJson(ApiPathBuilder.objectPath(object), "read " + object);
        var labels = node.at("/metadata/labels");
        var chosen = labels.path(DevicePluginConfigChoice.LABEL).asText("");
        if (!chosen.equals(expected.label())) {
            return new AwaitedConditionObservation.ConditionImpossible(new Problem(
                    OperationProblemKind.CONFLICT, "Somebody else has %s meanwhile".formatted(
                            chosen.isEmpty() ? "removed the label of " + object.name()
                                    : "had %s take “%s”".formatted(object.name(), chosen)),
                    "", "Plan again."));
        }
        var different = differencesOf(node, expected);
        var pods = readPods(object.name());
        var waiting = unrenewedReasons(pods, expected.pods());
        if (different.isEmpty() && waiting.isEmpty()) {
            return new AwaitedConditionObservation.ConditionProgress(mpsProblemText(pods, expected));
        }
        different.addAll(waiting.isEmpty() ? unappliedReasons(node, pods, expected) : waiting);
        rejectedPodsText(pods).ifPresent(different::add);
        return new AwaitedConditionObservation.ConditionProgress(String.join("; ", different));
    }

    /** Returns the manual work left on a node that shares as configured; may be empty. */
    String manualWorkText(ObjectRef node) throws InterruptedException {
        try {
            return rejectedPodsText(readPods(node.name())).orElse("");
        } catch (ProblemException _) {
            // The node was seen to be as expected, which is what was waited for.
            return "";
        }
    }

    private List<JsonNode> readPods(String node) throws ProblemException, InterruptedException {
        return objects.listAll(ApiPathBuilder.podsOnNodePath(node), "list the pods on " + node);
    }

    private static List<String> differencesOf(JsonNode node, GpuSharingExpectation expected) {
        var different = new ArrayList<String>();
        expected.amountsByResource().forEach((resource, advertisedAmount) -> {
            long capacity = node.at("/status/capacity").path(resource).asLong();
            long allocatable = node.at("/status/allocatable").path(resource).asLong();
            if (capacity != advertisedAmount.capacity()) {
                different.add("%d of %d %s are offered".formatted(capacity, advertisedAmount.capacity(), resource));
            } else if (allocatable < advertisedAmount.minimum()) {
                different.add("%d of %d %s are withheld".formatted(capacity - allocatable, capacity, resource));
            }
        });
        expected.labels().forEach((key, value) -> {
            var said = node.at("/metadata/labels").path(key).asText("");
            if (!said.equals(value)) {
                different.add("the label %s is “%s”, not “%s”".formatted(key, said, value));
            }
        });
        return different;
    }

    /** Returns the reasons why pods have not read the newest configuration. */
    private List<String> unrenewedReasons(List<JsonNode> pods, PodReplacementExpectation expected)
            throws InterruptedException {
        var waiting = new ArrayList<String>();
        for (var app : expected.apps()) {
            var theirs = pods.stream().filter(pod -> appLabel(pod).equals(app)).toList();
            if (theirs.isEmpty()) {
                waiting.add("no pod of %s is there: its node selector or a taint may keep it away".formatted(app));
            }
            for (var pod : theirs) {
                var name = pod.at("/metadata/name").asText();
                if (expected.former().containsKey(pod.at("/metadata/uid").asText())) {
                    waiting.add(name + " has not been replaced yet");
                } else if (!StatusConditionReader.isTrue(pod, "Ready")) {
                    waiting.add(crashReasonReader.crashText(pod).orElse(name + " is not ready yet"));
                }
            }
        }
        return waiting;
    }

    private static String appLabel(JsonNode pod) {
        var labels = pod.at("/metadata/labels");
        return labels.path("app").asText(labels.path("app.kubernetes.io/name").asText(""));
    }

    /** Returns the usual reasons why a node does not follow a plugin that has started well. */
    private List<String> unappliedReasons(JsonNode node, List<JsonNode> pods, GpuSharingExpectation expected)
            throws InterruptedException {
        boolean counted = expected.amountsByResource().entrySet().stream().allMatch(offer -> node.at("/status/capacity")
                .path(offer.getKey()).asLong() == offer.getValue().capacity());
        var reasons = new ArrayList<String>();
        if (counted && expected.pods().apps().size() < 2) {
            reasons.add("feature discovery does not run on the node, so that its labels stay");
            return reasons;
        }
        if (!counted) {
            reasons.add("the device plugin has not told the kubelet yet");
        }
        var whose = counted ? DISCOVERY : PLUGIN;
        for (var pod : pods) {
            if (appLabel(pod).contains(whose) && !appLabel(pod).contains(MPS_DAEMON)) {
                reasons.add(crashReasonReader.lastErrorText(pod));
            }
        }
        return reasons;
    }

    /** Returns a sentence on pods that the kubelet rejected for good; their controllers replace them, and they stay. */
    private static Optional<String> rejectedPodsText(List<JsonNode> pods) {
        var refused = pods.stream().filter(pod -> pod.at("/status/reason").asText().equals(REFUSED)).toList();
        if (refused.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of("%d %s refused (%s), to be deleted by hand: %s/%s: %s".formatted(refused.size(),
                refused.size() == 1 ? "pod was" : "pods were", REFUSED,
                refused.getFirst().at("/metadata/namespace").asText(),
                refused.getFirst().at("/metadata/name").asText(),
                refused.getFirst().at("/status/message").asText()));
    }

    private static String mpsProblemText(List<JsonNode> pods, GpuSharingExpectation expected) {
        boolean wanted = "true".equals(expected.labels().get("nvidia.com/mps.capable"));
        boolean there = pods.stream()
                .anyMatch(pod -> appLabel(pod).contains(MPS_DAEMON) && StatusConditionReader.isTrue(pod, "Ready"));
        if (!wanted || there || pods.stream().noneMatch(pod -> appLabel(pod).contains(PLUGIN))) {
            return "";
        }
        return "the MPS control daemon is not ready yet";
    }

    /** Reads from pods that follow a configuration why they do not. */
    private static final class DevicePluginCrashReasonReader {

        /** Not the names of settings that have such a word in them: a plugin prints its configuration when it starts. */
        private static final Pattern COMPLAINT = Pattern.compile("^[EF]\\d{4} |\\b(error|failed|fatal)\\b",
                Pattern.CASE_INSENSITIVE);
        private static final String SIDECAR = "config-manager";
        private static final int LINES = 100;

        private final ApiTransportSupplier transportSupplier;

        DevicePluginCrashReasonReader(ApiTransportSupplier transportSupplier) {
            this.transportSupplier = transportSupplier;
        }

        /** Returns the reason why a pod's container ends again and again; empty where none does. */
        Optional<String> crashText(JsonNode pod) throws InterruptedException {
            for (var kind : List.of("initContainerStatuses", "containerStatuses")) {
                for (var container : pod.path("status").path(kind)) {
                    var reason = container.at("/state/waiting/reason").asText("");
                    if (reason.endsWith("BackOff") || reason.endsWith("Error")) {
                        var name = container.path("name").asText();
                        var said = container.at("/lastState/terminated/message").asText("");
                        return Optional.of("%s of %s is in %s%s".formatted(name, podName(pod), reason,
                                said.isBlank() ? lastLogText(pod, name) : ": " + said.strip()));
                    }
                }
            }
            return Optional.empty();
        }

        private String lastLogText(JsonNode pod, String container) throws InterruptedException {
            try {
                return readError(pod, container, true).map(line -> ": " + line).orElse("");
            } catch (ProblemException _) {
                // Why it ends is told as far as one may read it.
                return "";
            }
        }

        /** Returns the last error in the log of a running pod, or a sentence that there is none to read. */
        String lastErrorText(JsonNode pod) throws InterruptedException {
            var container = pod.at("/spec/containers").valueStream().map(one -> one.path("name").asText())
                    .filter(name -> !name.equals(SIDECAR)).findFirst().orElse("");
            try {
                return readError(pod, container, false)
                        .map(line -> "the last error in the log of %s is: %s".formatted(podName(pod), line))
                        .orElseGet(() -> "the log of %s tells of no error".formatted(podName(pod)));
            } catch (ProblemException problemException) {
                return "the log of %s cannot be read: %s".formatted(podName(pod),
                        problemException.problem().headline());
            }
        }

        private Optional<String> readError(JsonNode pod, String container, boolean previous)
                throws ProblemException, InterruptedException {
            var path = "%s/log?tailLines=%d%s&container=%s".formatted(
                    ApiPathBuilder.objectPath(ObjectRef.pod(pod.at("/metadata/namespace").asText(), podName(pod))),
                    LINES,
                    previous ? "&previous=true" : "", ApiPathBuilder.encode(container));
            return transportSupplier.transport().readText(ApiRequest.get(path, "read the log of " + container)).lines()
                    .filter(line -> COMPLAINT.matcher(line).find()).reduce((_, last) -> last).map(String::strip);
        }

        private static String podName(JsonNode pod) {
            return pod.at("/metadata/name").asText();
        }
    }
}
