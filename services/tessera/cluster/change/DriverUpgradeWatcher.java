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
import tessera.plan.step.ExpectedClusterState.DriverUpgradeExpectation;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;

/** Watches the operator replace drivers, node after node. */
final class DriverUpgradeWatcher {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(DriverUpgradeWatcher.class);

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
        var driver = objects.readJson(ApiPathBuilder.objectPath(policy), MESSAGES.text("read", policy))
                .at("/spec/driver");
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
        if (!progress.inProgress().isEmpty()) {
            texts.add(MESSAGES.text("driver.running", progress.inProgress()));
        }
        if (!progress.failed().isEmpty()) {
            texts.add(MESSAGES.text("driver.failed", progress.failed()));
        }
        if (!progress.pending().isEmpty()) {
            texts.add(MESSAGES.text("driver.pending", progress.pending()));
        }
        return new AwaitedConditionObservation.ConditionProgress(
                texts.isEmpty() ? MESSAGES.text("driver.former", former) : SentenceJoiner.joinClauses(texts));
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
            var texts = new ArrayList<>(heldNodes());
            var waiting = readProgress(Set.of()).pending();
            if (!waiting.isEmpty()) {
                texts.add(MESSAGES.text("driver.continues", waiting));
            }
            return texts;
        } catch (ProblemException _) {
            return List.of(MESSAGES.text("driver.unknown"));
        }
    }

    /** Returns the same for a policy that the operator may not have seen yet, so that it may still begin. */
    List<String> unfinishedNodes(ObjectRef policy) throws InterruptedException {
        var texts = new ArrayList<>(unfinishedNodes());
        if (texts.isEmpty() && mayReplaceDrivers(policy)) {
            texts.add(MESSAGES.text("driver.may.follow"));
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
            var texts = new ArrayList<>(heldNodes());
            if (!texts.isEmpty()) {
                texts.add(MESSAGES.text("driver.orphaned", gone));
            }
            return texts;
        } catch (ProblemException _) {
            return List.of(MESSAGES.text("driver.unknown"));
        }
    }

    private List<String> heldNodes() throws ProblemException, InterruptedException {
        return objects.listAll("/api/v1/nodes?limit=500", MESSAGES.text("list.nodes")).stream()
                .flatMap(node -> heldNodeText(node).stream()).toList();
    }

    private boolean mayReplaceDrivers(ObjectRef policy) throws InterruptedException {
        try {
            return replacesDrivers(objects.readJson(ApiPathBuilder.objectPath(policy), MESSAGES.text("read", policy))
                    .at("/spec/driver"));
        } catch (ProblemException problemException) {
            // What a policy says that cannot be read is not known: only without one it is certain that nobody begins.
            return problemException.problem().kind() != OperationProblemKind.NOT_FOUND;
        }
    }

    private static boolean replacesDrivers(JsonNode driver) {
        return driver.path("enabled").asBoolean(true) && driver.at("/upgradePolicy/autoUpgrade").asBoolean(true);
    }

    private static Optional<String> heldNodeText(JsonNode node) {
        var name = node.at("/metadata/name").asText();
        var labels = StringMapReader.readMap(node.at("/metadata/labels"));
        var paused = DriverUpgradeLabels.pausedOperands(labels);
        if (node.at("/spec/unschedulable").asBoolean(false) && DriverUpgradeLabels.isCordonedForUpgrade(labels,
                StringMapReader.readMap(node.at("/metadata/annotations")))) {
            return Optional.of(
                    MESSAGES.text("driver.cordoned", name, labels.getOrDefault(DriverUpgradeLabels.STATE, ""), paused));
        }
        if (paused.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(MESSAGES.text("driver.paused", name, paused));
    }

    private static Problem failureOf(List<String> nodes) {
        return Problem.of(OperationProblemKind.CONFLICT,
                new PlanExecutionReason.DriverUpgradeFailed(nodes, DriverUpgradeLabels.STATE));
    }

    /** Returns the number of driver pods still to be replaced. */
    private int countFormerPods(String namespace) throws ProblemException, InterruptedException {
        int former = 0;
        for (var set : GpuStackReadinessWatcher.readParts(objects, namespace)) {
            if (GpuStackReadinessWatcher.isReplacedOnDelete(set)) {
                var status = set.path("status");
                former += status.path("desiredNumberScheduled").asInt() - status.path("updatedNumberScheduled").asInt();
            }
        }
        return former;
    }

    private DriverUpgradeProgress readProgress(Set<String> excused) throws ProblemException, InterruptedException {
        var progress = new DriverUpgradeProgress(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (var node : objects.listAll("/api/v1/nodes?limit=500", MESSAGES.text("list.nodes"))) {
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
