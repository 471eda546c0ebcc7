package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiPathBuilder;
import tessera.cluster.object.StringMapReader;
import tessera.model.DriverUpgradeLabels;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.WordListJoiner;
import tessera.plan.step.ExpectedClusterState.DriverUpgradeExpectation;

/** Watches the operator replace drivers, node after node. */
final class DriverUpgradeWatcher {

    private static final int NAMED = 4;

    /** How long a failure has to last: the operator takes one back whose driver comes up late. */
    private static final Duration LASTING = Duration.ofMinutes(2);

    private final ApiObjectReader objects;
    private final Clock clock;
    private DriverUpgradeStall driverUpgradeStall = new DriverUpgradeStall(List.of(), Instant.EPOCH, Instant.EPOCH);

    /** Nodes on which nothing but failures is left, since when, and when that was last seen. */
    private record DriverUpgradeStall(List<String> nodes, Instant since, Instant lastSeenAt) {}

    /** Names of nodes by the operator's upgrade state of their driver. */
    private record DriverUpgradeProgress(List<String> pending, List<String> inProgress, List<String> failed) {}

    DriverUpgradeWatcher(ApiObjectReader objects, Clock clock) {
        this.objects = objects;
        this.clock = clock;
    }

    AwaitedConditionObservation observe(ObjectRef policy, DriverUpgradeExpectation expected)
            throws ProblemException, InterruptedException {
        var driver = objects.readJson(ApiPathBuilder.objectPath(policy), "read " + policy).at("/spec/driver");
        if (!replacesDrivers(driver)) {
            return new AwaitedConditionObservation.ConditionProgress("");
        }
        int former = countFormerPods(expected.namespace()) - expected.excused().size();
        var progress = readProgress(expected.excused());
        if (former <= 0 && progress.pending().isEmpty() && progress.inProgress().isEmpty()
                && progress.failed().isEmpty()) {
            return new AwaitedConditionObservation.ConditionProgress("");
        }
        if (!progress.failed().isEmpty() && progress.pending().isEmpty() && progress.inProgress().isEmpty()
                && lasts(progress.failed())) {
            return new AwaitedConditionObservation.ConditionImpossible(failureOf(progress.failed()));
        }
        var texts = new ArrayList<String>();
        addLine(texts, progress.inProgress(), "under way");
        addLine(texts, progress.failed(), "failed");
        if (!progress.pending().isEmpty()) {
            texts.add(progress.pending().size() + " wait for their turn");
        }
        return new AwaitedConditionObservation.ConditionProgress(
                texts.isEmpty() ? former + " pods of the driver are of the former release"
                        : String.join("; ", texts));
    }

    /** Returns whether the same nodes were seen to have failed for a while, without a pause in looking. */
    private synchronized boolean lasts(List<String> failed) {
        var now = clock.instant();
        boolean same = driverUpgradeStall.nodes().equals(failed)
                && driverUpgradeStall.lastSeenAt().plus(LASTING).isAfter(now);
        driverUpgradeStall = new DriverUpgradeStall(failed, same ? driverUpgradeStall.since() : now, now);
        return !driverUpgradeStall.since().plus(LASTING).isAfter(now);
    }

    /** Returns the nodes that the operator has cordoned or paused for a new driver, and those that follow. */
    List<String> unfinishedNodes() throws InterruptedException {
        try {
            var texts = new ArrayList<>(heldNodes("is kept cordoned by the operator", "keeps"));
            var waiting = readProgress(Set.of()).pending();
            if (!waiting.isEmpty()) {
                texts.add(
                        "The operator goes on by itself: for a new driver it cordons and empties, one after the other, "
                                + nodeNames(waiting));
            }
            return texts;
        } catch (ProblemException _) {
            return List.of("It is not known which nodes the operator keeps cordoned for their new driver");
        }
    }

    /** Returns the same for a policy that the operator may not have seen yet, so that it may still begin. */
    List<String> unfinishedNodes(ObjectRef policy) throws InterruptedException {
        var texts = new ArrayList<>(unfinishedNodes());
        if (texts.isEmpty() && mayReplaceDrivers(policy)) {
            texts.add("The operator may yet close nodes in turn, where the driver becomes another");
        }
        return texts;
    }

    /**
     * Returns the nodes left cordoned or paused for a new driver, which nothing reopens as the operator is gone.
     *
     * @param gone false where it is not known whether it is
     */
    List<String> abandonedNodes(boolean gone) throws InterruptedException {
        try {
            var texts = new ArrayList<>(heldNodes("was cordoned by the operator", "has"));
            if (!texts.isEmpty()) {
                texts.add((gone ? "With the operator gone" : "If the operator is gone, which is not known,")
                        + " nobody goes on with new drivers, nor opens the nodes that it has closed for them");
            }
            return texts;
        } catch (ProblemException _) {
            return List.of("It is not known which nodes the operator has left cordoned for their new driver");
        }
    }

    private List<String> heldNodes(String cordoned, String keeps) throws ProblemException, InterruptedException {
        return objects.listAll("/api/v1/nodes?limit=500", "list nodes").stream()
                .flatMap(node -> heldNodeText(node, cordoned, keeps).stream()).toList();
    }

    private boolean mayReplaceDrivers(ObjectRef policy) throws InterruptedException {
        try {
            return replacesDrivers(
                    objects.readJson(ApiPathBuilder.objectPath(policy), "read " + policy).at("/spec/driver"));
        } catch (ProblemException problemException) {
            // What a policy says that cannot be read is not known: only without one it is certain that nobody begins.
            return problemException.problem().kind() != OperationProblemKind.NOT_FOUND;
        }
    }

    private static boolean replacesDrivers(JsonNode driver) {
        return driver.path("enabled").asBoolean(true) && driver.at("/upgradePolicy/autoUpgrade").asBoolean(true);
    }

    private static Optional<String> heldNodeText(JsonNode node, String cordoned, String keeps) {
        var name = node.at("/metadata/name").asText();
        var labels = StringMapReader.readMap(node.at("/metadata/labels"));
        var paused = DriverUpgradeLabels.pausedOperands(labels);
        if (node.at("/spec/unschedulable").asBoolean(false)
                && DriverUpgradeLabels.isCordonedForUpgrade(labels,
                        StringMapReader.readMap(node.at("/metadata/annotations")))) {
            return Optional.of("%s %s for its new driver (%s)%s".formatted(name, cordoned,
                    labels.getOrDefault(DriverUpgradeLabels.STATE, ""),
                    paused.isEmpty() ? "" : ", and paused there are " + String.join(", ", paused)));
        }
        if (paused.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of("On %s the operator %s %s paused for its new driver".formatted(name, keeps,
                String.join(", ", paused)));
    }

    private static Problem failureOf(List<String> nodes) {
        return new Problem(OperationProblemKind.CONFLICT, "The driver was not replaced on " + nodeNames(nodes),
                "The operator says upgrade-failed: most often GPU pods stayed there that it may not end, or that a disruption budget keeps",
                "These nodes stay cordoned. End the pods, then label the nodes %s=upgrade-required for another try."
                        .formatted(DriverUpgradeLabels.STATE));
    }

    private static void addLine(List<String> texts, List<String> nodes, String subject) {
        if (!nodes.isEmpty()) {
            texts.add(nodeNames(nodes) + " " + subject);
        }
    }

    private static String nodeNames(List<String> nodes) {
        return WordListJoiner.firstWords(nodes, NAMED);
    }

    /** Returns the number of driver pods still to be replaced. */
    private int countFormerPods(String namespace) throws ProblemException, InterruptedException {
        int former = 0;
        for (var set : GpuStackReadinessWatcher.readParts(objects, namespace)) {
            if (GpuStackReadinessWatcher.isReplacedOnDelete(set)) {
                var status = set.path("status");
                former += status.path("desiredNumberScheduled").asInt()
                        - status.path("updatedNumberScheduled").asInt();
            }
        }
        return former;
    }

    private DriverUpgradeProgress readProgress(Set<String> excused) throws ProblemException, InterruptedException {
        var progress = new DriverUpgradeProgress(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (var node : objects.listAll("/api/v1/nodes?limit=500", "list nodes")) {
            var name = node.at("/metadata/name").asText();
            if (excused.contains(name)) {
                continue;
            }
            switch (node.at("/metadata/labels").path(DriverUpgradeLabels.STATE).asText()) {
                case "", DriverUpgradeLabels.DONE -> {
                    // Nothing is wanted of it, or nothing any more.
                }
                case DriverUpgradeLabels.REQUIRED -> progress.pending().add(name);
                case DriverUpgradeLabels.FAILED -> progress.failed().add(name);
                default -> progress.inProgress().add(name);
            }
        }
        return progress;
    }
}
