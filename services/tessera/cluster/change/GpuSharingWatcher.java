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
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;

/** Watches a node until it shares its GPUs as configured, and explains delays. */
final class GpuSharingWatcher {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuSharingWatcher.class);
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
                SentenceJoiner.joinClauses(unrenewedReasons(readPods(node.name()), expected)));
    }

    AwaitedConditionObservation observe(ObjectRef object, GpuSharingExpectation expected)
            throws ProblemException, InterruptedException {
        var node = objects.readJson(ApiPathBuilder.objectPath(object), MESSAGES.text("read", object));
        var labels = node.at("/metadata/labels");
        var chosen = labels.path(DevicePluginConfigChoice.LABEL).asText("");
        if (!chosen.equals(expected.label())) {
            return new AwaitedConditionObservation.ConditionImpossible(Problem.of(OperationProblemKind.CONFLICT,
                    new PlanExecutionReason.SharingConfigConflict(object.name(), chosen)));
        }
        var different = differencesOf(node, expected);
        var pods = readPods(object.name());
        var waiting = unrenewedReasons(pods, expected.pods());
        if (different.isEmpty() && waiting.isEmpty()) {
            return new AwaitedConditionObservation.ConditionProgress(mpsProblemText(pods, expected));
        }
        different.addAll(waiting.isEmpty() ? unappliedReasons(node, pods, expected) : waiting);
        rejectedPodsText(pods).ifPresent(different::add);
        return new AwaitedConditionObservation.ConditionProgress(SentenceJoiner.joinClauses(different));
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
        return objects.listAll(ApiPathBuilder.podsOnNodePath(node), MESSAGES.text("list.pods.node", node));
    }

    private static List<String> differencesOf(JsonNode node, GpuSharingExpectation expected) {
        var different = new ArrayList<String>();
        expected.amountsByResource().forEach((resource, advertisedAmount) -> {
            long capacity = node.at("/status/capacity").path(resource).asLong();
            long allocatable = node.at("/status/allocatable").path(resource).asLong();
            if (capacity != advertisedAmount.capacity()) {
                different.add(MESSAGES.text("difference.offer", capacity, advertisedAmount.capacity(), resource));
            } else if (allocatable < advertisedAmount.minimum()) {
                different.add(MESSAGES.text("difference.allocatable", capacity - allocatable, capacity, resource));
            }
        });
        expected.labels().forEach((key, value) -> {
            var said = node.at("/metadata/labels").path(key).asText("");
            if (!said.equals(value)) {
                different.add(MESSAGES.text("difference.label", key, said, value));
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
                waiting.add(MESSAGES.text("sharing.absent", app));
            }
            for (var pod : theirs) {
                var name = pod.at("/metadata/name").asText();
                if (expected.former().containsKey(pod.at("/metadata/uid").asText())) {
                    waiting.add(MESSAGES.text("sharing.former", name));
                } else if (!StatusConditionReader.isTrue(pod, "Ready")) {
                    waiting.add(
                            crashReasonReader.crashText(pod).orElseGet(() -> MESSAGES.text("sharing.unready", name)));
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
        boolean counted = expected.amountsByResource().entrySet().stream().allMatch(
                offer -> node.at("/status/capacity").path(offer.getKey()).asLong() == offer.getValue().capacity());
        var reasons = new ArrayList<String>();
        if (counted && expected.pods().apps().size() < 2) {
            reasons.add(MESSAGES.text("sharing.discovery"));
            return reasons;
        }
        if (!counted) {
            reasons.add(MESSAGES.text("sharing.unregistered"));
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
        return Optional.of(MESSAGES.text("sharing.rejected", refused, REFUSED,
                refused.getFirst().at("/metadata/namespace").asText() + "/"
                        + refused.getFirst().at("/metadata/name").asText(),
                refused.getFirst().at("/status/message").asText()));
    }

    private static String mpsProblemText(List<JsonNode> pods, GpuSharingExpectation expected) {
        boolean wanted = "true".equals(expected.labels().get("nvidia.com/mps.capable"));
        boolean there = pods.stream()
                .anyMatch(pod -> appLabel(pod).contains(MPS_DAEMON) && StatusConditionReader.isTrue(pod, "Ready"));
        if (!wanted || there || pods.stream().noneMatch(pod -> appLabel(pod).contains(PLUGIN))) {
            return "";
        }
        return MESSAGES.text("sharing.mps");
    }

    /** Reads from pods that follow a configuration why they do not. */
    private static final class DevicePluginCrashReasonReader {

        /** Not the names of settings that have such a word in them: a plugin prints its configuration when it starts. */
        private static final Pattern COMPLAINT = Pattern.compile("^[EF]\\d{4} |\\b(error|" + "failed|" + "fatal)\\b",
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
                        return Optional.of(MESSAGES.text("sharing.crash", name, podName(pod), reason,
                                said.isBlank() ? lastLogText(pod, name) : said.strip()));
                    }
                }
            }
            return Optional.empty();
        }

        private String lastLogText(JsonNode pod, String container) throws InterruptedException {
            try {
                return readError(pod, container, true).orElse("");
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
                return readError(pod, container, false).map(line -> MESSAGES.text("sharing.error", podName(pod), line))
                        .orElseGet(() -> MESSAGES.text("sharing.no.error", podName(pod)));
            } catch (ProblemException problemException) {
                return MESSAGES.text("sharing.log.unreadable", podName(pod), problemException.problem().headline());
            }
        }

        private Optional<String> readError(JsonNode pod, String container, boolean previous)
                throws ProblemException, InterruptedException {
            var path = "%s/log?tailLines=%d%s&container=%s".formatted(
                    ApiPathBuilder.objectPath(ObjectRef.pod(pod.at("/metadata/namespace").asText(), podName(pod))),
                    LINES, previous ? "&previous=true" : "", ApiPathBuilder.encode(container));
            return transportSupplier.transport().readText(ApiRequest.get(path, MESSAGES.text("read.log", container)))
                    .lines().filter(line -> COMPLAINT.matcher(line).find()).reduce((_, last) -> last)
                    .map(String::strip);
        }

        private static String podName(JsonNode pod) {
            return pod.at("/metadata/name").asText();
        }
    }
}
