package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiObjectReader.ApiTransportSupplier;
import tessera.cluster.object.ApiPathBuilder;
import tessera.kube.quantity.QuantityParser;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.step.ExpectedClusterState;
import tessera.plan.step.HelmOperation;
import tessera.plan.step.PlanStep;
import tessera.plan.step.PlanStepOutcome;
import tessera.plan.step.RunningStepControl;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;

/** Executes steps that take time: evictions that a budget forbids for now, and waits for the cluster. */
final class LongRunningStepExecutor {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(LongRunningStepExecutor.class);
    private static final Duration GLANCE = Duration.ofSeconds(1);
    private static final Duration BLOCKED = Duration.ofSeconds(5);
    private static final Duration SETTLING = Duration.ofSeconds(5);
    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final int TOO_MANY = 429;
    private static final int NAMED = 3;

    private final ApiObjectReader objects;
    private final ClusterWriteClient writes;
    private final Clock clock;
    private final MigReconfigurationWatcher mig;
    private final GpuSharingWatcher sharing;
    private final GpuStackReadinessWatcher stack;
    private final WorkloadProgressWatcher workloads;
    private final DriverUpgradeWatcher drivers;
    private final LaunchedWorkloadWatcher launch;
    private final FirstLogLinesReader first;

    LongRunningStepExecutor(ApiTransportSupplier transportSupplier, ClusterWriteClient writes, Clock clock) {
        objects = new ApiObjectReader(transportSupplier);
        mig = new MigReconfigurationWatcher(transportSupplier, objects);
        sharing = new GpuSharingWatcher(transportSupplier, objects);
        var paced = new ClusterQueryCache(clock);
        var stragglers = new DaemonSetRolloutBlockerFinder(objects, paced);
        stack = new GpuStackReadinessWatcher(objects, stragglers);
        drivers = new DriverUpgradeWatcher(objects, clock);
        launch = new LaunchedWorkloadWatcher(objects);
        workloads = new WorkloadProgressWatcher(objects, stragglers, launch, paced);
        first = new FirstLogLinesReader(transportSupplier, launch, clock);
        this.writes = writes;
        this.clock = clock;
    }

    /** Requests an eviction, again and again while a budget forbids it. */
    PlanStepOutcome evict(PlanStep.EvictPodStep evict, RunningStepControl stepListener) throws InterruptedException {
        var end = clock.instant().plus(evict.timeout());
        while (true) {
            switch (writes.sendStep(evict, false)) {
                case ClusterWriteResult.AcceptedClusterWrite _ -> {
                    return new PlanStepOutcome.StepSuccessOutcome(MESSAGES.text("evict.done"));
                }
                case ClusterWriteResult.UnansweredClusterWrite(var problem) -> {
                    return new PlanStepOutcome.StepUnknownOutcome(problem);
                }
                case ClusterWriteResult.RefusedClusterWrite(var status, var problem, var retryAfter) -> {
                    if (problem.kind() == OperationProblemKind.NOT_FOUND
                            || (problem.kind() == OperationProblemKind.CONFLICT && isGone(evict))) {
                        return new PlanStepOutcome.StepSuccessOutcome(MESSAGES.text("evict.gone"));
                    }
                    boolean kept = problem.detail().toLowerCase(Locale.ROOT).contains("disruption budget");
                    if (status != TOO_MANY || !timeLeft(end).isPositive()) {
                        return new PlanStepOutcome.StepFailureOutcome(
                                status == TOO_MANY ? evictionProblem(evict, problem, kept) : problem);
                    }
                    stepListener.onWaiting(MESSAGES.text("evict.retry", problem.detail()));
                    if (!stepListener.pause(
                            kept || retryAfter == null ? BLOCKED : Collections.min(List.of(retryAfter, LONGEST)))) {
                        return new PlanStepOutcome.StepAbandonedOutcome();
                    }
                }
            }
        }
    }

    private static Problem evictionProblem(PlanStep.EvictPodStep evict, Problem problem, boolean kept) {
        var reason = kept ? new PlanExecutionReason.EvictionBlockedByBudget(evict.object())
                : new PlanExecutionReason.EvictionThrottled(evict.object());
        return Problem.of(OperationProblemKind.OVERLOADED, reason).withDetail(problem.detail());
    }

    /** Returns whether the pod is gone, though another may have its name. */
    private boolean isGone(PlanStep.EvictPodStep evict) throws InterruptedException {
        try {
            return !readUid(evict).equals(evict.uid());
        } catch (ProblemException problemException) {
            return problemException.problem().kind() == OperationProblemKind.NOT_FOUND;
        }
    }

    private String readUid(PlanStep step) throws ProblemException, InterruptedException {
        return objects.readJson(ApiPathBuilder.objectPath(step.object()), MESSAGES.text("read", step.object()))
                .path("metadata").path("uid").asText();
    }

    private Duration timeLeft(Instant end) {
        return Duration.between(clock.instant(), end);
    }

    /** Waits until the cluster meets the expectation. A connection that is lost meanwhile is waited for, too. */
    PlanStepOutcome awaitExpectation(PlanStep.AwaitClusterStateStep awaitClusterState, RunningStepControl stepListener)
            throws InterruptedException {
        var end = clock.instant().plus(awaitClusterState.timeout());
        var text = awaitClusterState.expectation().conditionText(awaitClusterState.object());
        // What an operator says of a policy that it has not looked at yet is of the one before.
        if (awaitClusterState.expectation() instanceof ExpectedClusterState.GpuStackReadinessExpectation
                && !stepListener.pause(SETTLING)) {
            return new PlanStepOutcome.StepAbandonedOutcome();
        }
        while (true) {
            Problem problem = null;
            var missing = "";
            try {
                switch (observe(awaitClusterState)) {
                    case AwaitedConditionObservation.ConditionImpossible(var why) -> {
                        return new PlanStepOutcome.StepFailureOutcome(why);
                    }
                    case AwaitedConditionObservation.ConditionProgress(var subject) -> missing = subject;
                }
                if (missing.isEmpty()) {
                    return new PlanStepOutcome.StepSuccessOutcome(remarkOn(awaitClusterState, stepListener));
                }
                stepListener.onWaiting(MESSAGES.text("await.missing", missing));
            } catch (ProblemException problemException) {
                problem = problemException.problem();
                stepListener.onWaiting(MESSAGES.text("await.unknown", text, problem.problemText()));
            }
            if (timeLeft(end).isNegative()) {
                return problem != null ? new PlanStepOutcome.StepUnknownOutcome(problem)
                        : new PlanStepOutcome.StepFailureOutcome(
                                Problem.of(OperationProblemKind.TIMEOUT, new PlanExecutionReason.ConditionTimedOut(
                                        awaitClusterState.timeout().toSeconds(), text)).withDetail(missing));
            }
            if (!stepListener.pause(GLANCE)) {
                return new PlanStepOutcome.StepAbandonedOutcome();
            }
        }
    }

    private String remarkOn(PlanStep.AwaitClusterStateStep awaitClusterState, RunningStepControl stepListener)
            throws InterruptedException {
        return switch (awaitClusterState.expectation()) {
            case ExpectedClusterState.PodStartExpectation _ ->
                first.workloadLogText(awaitClusterState.object(), stepListener);
            case ExpectedClusterState.GpuSharingExpectation _ -> sharing.manualWorkText(awaitClusterState.object());
            default -> "";
        };
    }

    private AwaitedConditionObservation observe(PlanStep.AwaitClusterStateStep awaitClusterState)
            throws ProblemException, InterruptedException {
        return switch (awaitClusterState.expectation()) {
            case ExpectedClusterState.ObjectDeletionExpectation(var uid) ->
                new AwaitedConditionObservation.ConditionProgress(
                        isStillThere(awaitClusterState, uid) ? MESSAGES.text("missing.object") : "");
            case ExpectedClusterState.NodeEmptyExpectation(var pods) ->
                new AwaitedConditionObservation.ConditionProgress(
                        remainingPods(awaitClusterState, pods.keySet().stream().toList()));
            case ExpectedClusterState.FieldValueExpectation(var pointer, var value) -> {
                var shown = objects.readJson(ApiPathBuilder.objectPath(awaitClusterState.object()),
                        MESSAGES.text("read", awaitClusterState.object())).at(pointer).asText("");
                yield new AwaitedConditionObservation.ConditionProgress(missingText(shown, value));
            }
            case ExpectedClusterState.PodStartExpectation runs -> launch.observe(awaitClusterState.object(), runs);
            case ExpectedClusterState.MigConfigMapReadExpectation reads ->
                mig.observe(awaitClusterState.object(), reads);
            case ExpectedClusterState.RolloutCompletionExpectation(var anew) ->
                anew ? workloads.observeRollout(awaitClusterState.object())
                        : workloads.observeScale(awaitClusterState.object());
            case ExpectedClusterState.JobSuspensionExpectation(var on) ->
                workloads.observeSuspension(awaitClusterState.object(), on);
            case ExpectedClusterState.GpuStackReadinessExpectation operating ->
                stack.observe(awaitClusterState.object(), operating);
            case ExpectedClusterState.DriverUpgradeExpectation replaced ->
                drivers.observe(awaitClusterState.object(), replaced);
            case ExpectedClusterState.MigConfigurationExpectation divided ->
                mig.observe(awaitClusterState.object(), divided);
            case ExpectedClusterState.PodReplacementExpectation renewed ->
                sharing.observe(awaitClusterState.object(), renewed);
            case ExpectedClusterState.GpuSharingExpectation shared ->
                sharing.observe(awaitClusterState.object(), shared);
        };
    }

    private static String missingText(String shown, String value) {
        if (isSameAmount(shown, value)) {
            return "";
        }
        return MESSAGES.text("missing.value", shown);
    }

    /** Returns what may stay cordoned or paused, because a wait was given up or the operator is gone. */
    List<String> leftovers(PlanStep step, boolean done) throws InterruptedException {
        return switch (step) {
            case PlanStep.AwaitClusterStateStep awaitClusterState ->
                leftovers(awaitClusterState.object(), awaitClusterState.expectation());
            case PlanStep.HelmStep(var _, HelmOperation.HelmUninstall(var _, var _, var operator)) when operator ->
                drivers.abandonedNodes(done);
            default -> List.of();
        };
    }

    private List<String> leftovers(ObjectRef object, ExpectedClusterState expectation) throws InterruptedException {
        return switch (expectation) {
            case ExpectedClusterState.MigConfigurationExpectation divided -> mig.pausedComponents(object, divided);
            case ExpectedClusterState.GpuStackReadinessExpectation _ -> drivers.unfinishedNodes();
            case ExpectedClusterState.DriverUpgradeExpectation _ -> drivers.unfinishedNodes(object);
            default -> List.of();
        };
    }

    /** Returns whether two texts are equal, or the same quantity: the server writes 1000 as 1k. */
    private static boolean isSameAmount(String one, String other) {
        var amount = QuantityParser.parseExact(one);
        return one.equals(other) || (amount.isPresent()
                && QuantityParser.parseExact(other).filter(same -> same.compareTo(amount.get()) == 0).isPresent());
    }

    private boolean isStillThere(PlanStep.AwaitClusterStateStep awaitClusterState, String uid)
            throws ProblemException, InterruptedException {
        try {
            return readUid(awaitClusterState).equals(uid);
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() == OperationProblemKind.NOT_FOUND) {
                return false;
            }
            throw problemException;
        }
    }

    private String remainingPods(PlanStep.AwaitClusterStateStep awaitClusterState, List<String> uids)
            throws ProblemException, InterruptedException {
        var meant = new HashSet<>(uids);
        var left = new ArrayList<String>();
        for (var pod : objects.listAll(ApiPathBuilder.podsOnNodePath(awaitClusterState.object().name()),
                MESSAGES.text("list.pods.node", awaitClusterState.object()))) {
            var phase = pod.path("status").path("phase").asText();
            boolean over = phase.equals("Succeeded") || phase.equals("Failed");
            if (!over && meant.contains(pod.path("metadata").path("uid").asText())) {
                left.add(pod.path("metadata").path("namespace").asText() + "/"
                        + pod.path("metadata").path("name").asText());
            }
        }
        return SentenceJoiner.listText(left, NAMED);
    }

    /** Reads the first log lines of a workload that runs now, and its node. */
    private static final class FirstLogLinesReader {

        private static final Duration GLANCE = Duration.ofSeconds(1);
        private static final int GLANCES = 5;
        private static final int MOST_BYTES = 4_000;
        private static final int MOST_LINES = 20;
        private static final String MEANT = "kubectl.kubernetes.io/default-container";

        private final ApiTransportSupplier transportSupplier;
        private final LaunchedWorkloadWatcher launch;
        private final Clock clock;
        /** When the last of them had been waited for in vain. */
        private final AtomicReference<@Nullable Instant> lastTimeoutAt = new AtomicReference<>();

        FirstLogLinesReader(ApiTransportSupplier transportSupplier, LaunchedWorkloadWatcher launch, Clock clock) {
            this.transportSupplier = transportSupplier;
            this.launch = launch;
            this.clock = clock;
        }

        /**
         * Returns the first log lines of the first running pod; a sentence where there is nothing to be read. A program that has just begun is given
         * some seconds to write.
         */
        String workloadLogText(ObjectRef object, RunningStepControl stepListener) throws InterruptedException {
            try {
                var running = launch.podsOf(object).stream().filter(LaunchedWorkloadWatcher::hasRun).findFirst();
                return running.isEmpty() ? "" : podLogText(running.get(), stepListener);
            } catch (ProblemException problemException) {
                return MESSAGES.text("log.unreadable", problemException.problem().problemText());
            }
        }

        private String podLogText(JsonNode pod, RunningStepControl stepListener)
                throws ProblemException, InterruptedException {
            var name = pod.at("/metadata/name").asText();
            var node = pod.at("/spec/nodeName").asText();
            var container = pod.at("/metadata/annotations").path(MEANT)
                    .asText(pod.at("/spec/containers/0/name").asText());
            var path = "/api/v1/namespaces/%s/pods/%s/log?container=%s&limitBytes=%d".formatted(
                    ApiPathBuilder.encode(pod.at("/metadata/namespace").asText()), ApiPathBuilder.encode(name),
                    ApiPathBuilder.encode(container), MOST_BYTES);
            int glances = countTries();
            for (int glance = 0; glance < glances; glance++) {
                var written = transportSupplier.transport()
                        .readText(ApiRequest.proxiedPage(path, "*/*", MESSAGES.text("read.log", name)));
                if (!written.isBlank()) {
                    return written.lines().limit(MOST_LINES)
                            .collect(Collectors.joining("\n", MESSAGES.text("log.first", name, node) + "\n", ""));
                }
                if (glance + 1 < glances) {
                    stepListener.onWaiting(MESSAGES.text("log.waits", name));
                    if (!stepListener.pause(GLANCE)) {
                        break;
                    }
                }
            }
            lastTimeoutAt.set(clock.instant());
            return MESSAGES.text("log.silent", name, node);
        }

        /** Returns the number of tries; one only where another pod was silent just before, as this one has had as much time. */
        private int countTries() {
            var last = lastTimeoutAt.get();
            return last != null && Duration.between(last, clock.instant()).compareTo(GLANCE) < 0 ? 1 : GLANCES;
        }
    }
}
