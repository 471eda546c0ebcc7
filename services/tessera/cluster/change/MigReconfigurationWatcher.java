package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiObjectReader.ApiTransportSupplier;
import tessera.cluster.object.ApiPathBuilder;
import tessera.model.MigNodeLabels;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.step.ExpectedClusterState.MigConfigMapReadExpectation;
import tessera.plan.step.ExpectedClusterState.MigConfigurationExpectation;
import tessera.text.MessageCatalog;
import tessera.text.TextExcerpt;

/** Watches a MIG manager apply a configuration. Its word alone is not believed: the node must offer what the configuration gives. */
final class MigReconfigurationWatcher {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MigReconfigurationWatcher.class);
    private static final Pattern MESSAGE = Pattern.compile("msg=\"(.*)\"");
    private static final int LONGEST = 160;

    private final ApiTransportSupplier transportSupplier;
    private final ApiObjectReader objects;
    /** Where the log of the MIG manager of a node is; empty where it has none. */
    private final Map<String, String> logs = new ConcurrentHashMap<>();

    MigReconfigurationWatcher(ApiTransportSupplier transportSupplier, ApiObjectReader objects) {
        this.transportSupplier = transportSupplier;
        this.objects = objects;
    }

    AwaitedConditionObservation observe(ObjectRef object, MigConfigurationExpectation expected)
            throws ProblemException, InterruptedException {
        var node = objects.readJson(ApiPathBuilder.objectPath(object), MESSAGES.text("read", object));
        var labels = labelsOf(node);
        var asked = labels.getOrDefault(MigNodeLabels.CONFIG, "");
        if (!asked.equals(expected.config())) {
            return new AwaitedConditionObservation.ConditionImpossible(Problem
                    .of(OperationProblemKind.CONFLICT, new PlanExecutionReason.MigConfigConflict(object.name(), asked))
                    .withDetail(withPaused("", labels)));
        }
        var state = labels.getOrDefault(MigNodeLabels.STATE, "");
        if (state.equals("failed")) {
            return new AwaitedConditionObservation.ConditionImpossible(Problem
                    .of(OperationProblemKind.UNEXPECTED,
                            new PlanExecutionReason.MigConfigFailed(object.name(), expected.config()))
                    .withDetail(withPaused(failureReason(object.name()), labels)));
        }
        if (!state.equals("success")) {
            return new AwaitedConditionObservation.ConditionProgress(
                    withPaused(state.isEmpty() ? MESSAGES.text("mig.waits")
                            : MESSAGES.text("mig.state", state, lastLogLine(object.name())), labels));
        }
        var different = differencesOf(node.at("/status/allocatable"), labels, expected);
        return new AwaitedConditionObservation.ConditionProgress(
                different.isEmpty() ? "" : withPaused(MESSAGES.text("mig.different", different), labels));
    }

    /** Observes whether the manager's pod was replaced, mounts the ConfigMap and runs. */
    AwaitedConditionObservation observe(ObjectRef object, MigConfigMapReadExpectation expected)
            throws ProblemException, InterruptedException {
        var seen = MESSAGES.text("mig.manager.absent");
        for (var pod : objects.listAll(ApiPathBuilder.podsOnNodePath(object.name()),
                MESSAGES.text("list.pods.node", object.name()))) {
            if (!pod.at("/metadata/labels/app").asText().equals(MigNodeLabels.MANAGER_APP)
                    || pod.at("/metadata").has("deletionTimestamp")
                    || pod.at("/metadata/uid").asText().equals(expected.before())) {
                continue;
            }
            boolean mounts = pod.at("/spec/volumes").valueStream()
                    .anyMatch(volume -> volume.at("/configMap/name").asText().equals(expected.configMap()));
            boolean ready = !pod.at("/status/containerStatuses").isEmpty() && pod.at("/status/containerStatuses")
                    .valueStream().allMatch(container -> container.path("ready").asBoolean());
            if (mounts && ready) {
                return new AwaitedConditionObservation.ConditionProgress("");
            }
            seen = MESSAGES.text(mounts ? "mig.manager.unready" : "mig.manager.outdated");
        }
        return new AwaitedConditionObservation.ConditionProgress(seen);
    }

    private static String withPaused(String text, Map<String, String> labels) {
        return MESSAGES.text("mig.with.paused", text, MigNodeLabels.pausedOperands(labels));
    }

    /** Returns the components that the manager keeps paused, or may still pause. */
    List<String> pausedComponents(ObjectRef object, MigConfigurationExpectation expected) throws InterruptedException {
        try {
            var labels = labelsOf(objects.readJson(ApiPathBuilder.objectPath(object), MESSAGES.text("read", object)));
            var paused = MigNodeLabels.pausedOperands(labels);
            if (!paused.isEmpty()) {
                return List.of(MESSAGES.text("mig.paused", object.name(), paused));
            }
            // Its last word may be of the change before, which only what the node offers tells.
            boolean over = labels.getOrDefault(MigNodeLabels.STATE, "").equals("failed")
                    || (observe(object, expected) instanceof AwaitedConditionObservation.ConditionProgress(var subject)
                            && subject.isEmpty());
            if (over) {
                return List.of();
            }
            return List.of(MESSAGES.text("mig.may.pause", object.name()));
        } catch (ProblemException _) {
            return List.of(MESSAGES.text("mig.unknown", object.name()));
        }
    }

    private static Map<String, String> labelsOf(JsonNode node) {
        var labels = new HashMap<String, String>();
        node.at("/metadata/labels").properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
        return labels;
    }

    private static List<String> differencesOf(JsonNode allocatable, Map<String, String> labels,
            MigConfigurationExpectation expected) {
        var different = new ArrayList<String>();
        expected.devices().forEach((resource, devices) -> {
            long offered = allocatable.path(resource).asLong() + allocatable.path(resource + ".shared").asLong();
            long wanted = devices * replicasOf(labels.getOrDefault(resource + ".replicas", ""));
            if (offered != wanted) {
                different.add(MESSAGES.text("difference.offer", offered, wanted, resource));
            }
        });
        expected.labels().forEach((key, value) -> {
            if (!labels.getOrDefault(key, "").equals(value)) {
                different.add(MESSAGES.text("difference.label", key, labels.getOrDefault(key, ""), value));
            }
        });
        return different;
    }

    private static long replicasOf(String label) {
        return label.matches("[0-9]{1,6}") ? Math.max(1, Long.parseLong(label)) : 1;
    }

    /** Returns the last line of the manager's log; empty where that cannot be read, which does not stop the wait. */
    private String lastLogLine(String node) throws InterruptedException {
        try {
            var log = logs.get(node);
            if (log == null) {
                log = findManager(node).map(MigReconfigurationWatcher::logPath).orElse("");
                logs.put(node, log);
            }
            if (log.isEmpty()) {
                return "";
            }
            return transportSupplier.transport()
                    .readText(ApiRequest.get(log + "&tailLines=1", MESSAGES.text("read.mig.log"))).lines()
                    .reduce((_, line) -> line).map(MigReconfigurationWatcher::messageOf).orElse("");
        } catch (ProblemException _) {
            logs.remove(node);
            return "";
        }
    }

    private static String messageOf(String line) {
        var said = MESSAGE.matcher(line);
        return TextExcerpt.shorten(said.find() ? said.group(1) : line, LONGEST);
    }

    private Optional<JsonNode> findManager(String node) throws ProblemException, InterruptedException {
        for (var pod : objects.listAll(ApiPathBuilder.podsOnNodePath(node), MESSAGES.text("list.pods.node", node))) {
            if (pod.at("/metadata/labels/app").asText().equals(MigNodeLabels.MANAGER_APP)) {
                return Optional.of(pod);
            }
        }
        return Optional.empty();
    }

    private static String logPath(JsonNode pod) {
        return ApiPathBuilder
                .objectPath(ObjectRef.pod(pod.at("/metadata/namespace").asText(), pod.at("/metadata/name").asText()))
                + "/log?container=" + MigNodeLabels.MANAGER_APP;
    }

    /** Returns the last error in the MIG manager's log; empty where that cannot be read. */
    private String failureReason(String node) throws InterruptedException {
        try {
            var pod = findManager(node);
            return pod.isEmpty() ? "" : readError(pod.get()).map(line -> MESSAGES.text("mig.log", line)).orElse("");
        } catch (ProblemException _) {
            // Why it failed is told as far as one may read it.
            return "";
        }
    }

    private Optional<String> readError(JsonNode pod) throws ProblemException, InterruptedException {
        var path = logPath(pod) + "&tailLines=50";
        var text = transportSupplier.transport().readText(ApiRequest.get(path, MESSAGES.text("read.mig.log")));
        return text.lines().filter(line -> line.contains("level=error") && !line.contains(MigNodeLabels.STATE))
                .reduce((_, last) -> last);
    }
}
