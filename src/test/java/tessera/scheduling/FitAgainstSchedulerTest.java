package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tessera.demo.schedule.SimulatedScheduler;
import tessera.demo.schedule.SimulatedSchedulerCache;
import tessera.demo.schedule.SimulatedSchedulingDecision;
import tessera.kube.scheduling.SchedulerPlugin;
import tessera.scheduling.PendingDiagnosis.PendingPodProspect;
import tessera.scheduling.PodFitResult.FitOutcome;

import static org.assertj.core.api.Assertions.assertThat;

/** What is worked out about a pod is what a scheduler does with it, node for node and word for word. */
class FitAgainstSchedulerTest {

    private static final int CLUSTERS = 400;

    /** A pod in a cluster, judged by both. */
    private record Case(PodFitResult fit, PendingDiagnosis diagnosis, SimulatedSchedulingDecision decision,
            SimulatedScheduler scheduler, JsonNode pod) {

        static Case of(long seed) {
            var made = new RandomCluster(seed);
            var told = new Told();
            var view = new SimulatedSchedulerCache();
            made.nodes().forEach(node -> {
                told.node(node);
                view.putNode(node);
            });
            made.pods().forEach(pod -> {
                told.pod(pod);
                view.putPod(pod);
            });
            var pod = made.waiting();
            var scheduler = new SimulatedScheduler(view);
            var decision = scheduler.decide(pod);
            var message = switch (decision) {
                case SimulatedSchedulingDecision.UnschedulableDecision(var text, _) -> text;
                case SimulatedSchedulingDecision.GatedDecision(var text) -> text;
                case SimulatedSchedulingDecision.BindDecision _,SimulatedSchedulingDecision.AwaitingClaimsDecision _,SimulatedSchedulingDecision.IgnoreDecision _ ->
                    "";
            };
            return new Case(told.fit(pod, message), told.verdict(pod, message), decision, scheduler, pod);
        }

        /** Whether lists say what keeps it out, and what they know nothing of is not against it as well. */
        boolean keptOut() {
            return isClosed(diagnosis) && fit.nodes().stream().flatMap(node -> node.failures().stream())
                    .noneMatch(failure -> failure.blocker() == NodeFilterFailureEndCondition.LASTING
                            && (isAfterResources(failure) || failure.schedulerReason().equals("Too many pods")));
        }
    }

    /**
     * A pod that may be bound to volumes, too, with what the scheduler says of it, which is what is worked out.
     *
     * @param firm whether something binds it of which lists know only that it is so
     */
    private record Bound(PodFitResult fit, PendingDiagnosis diagnosis, boolean firm) {

        static Bound of(long seed) {
            var made = new RandomCluster(seed);
            var told = new Told();
            made.nodes().forEach(told::node);
            made.pods().forEach(told::pod);
            var pod = made.mounting(made.waiting(), told::other);
            var fit = told.fit(pod, told.fit(pod, "").summary());
            var spec = pod.path("spec");
            return new Bound(fit, told.verdict(pod, fit.summary()), spec.has("volumes")
                    || spec.has("topologySpreadConstraints") || spec.at("/affinity/podAffinity").isObject());
        }
    }

    static IntStream seeds() {
        return IntStream.range(0, CLUSTERS / 50);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theVerdictAndTheMessageAreThoseOfTheScheduler(int fifty) {
        for (int seed = fifty * 50; seed < fifty * 50 + 50; seed++) {
            var found = Case.of(seed);
            switch (found.decision()) {
                case SimulatedSchedulingDecision.BindDecision(var node) -> {
                    assertThat(found.fit().outcome()).as("seed %d", seed).isEqualTo(FitOutcome.FITS);
                    assertThat(found.fit().nodes()).as("seed %d", seed)
                            .anyMatch(each -> each.name().equals(node) && each.failures().isEmpty());
                }
                case SimulatedSchedulingDecision.UnschedulableDecision(var message, var preemption) -> {
                    assertThat(found.fit().summary()).as("seed %d", seed).isEqualTo(message);
                    assertThat(found.fit().agreement().kind())
                            .isEqualTo(SchedulerResultComparison.SchedulerComparisonOutcome.SAME);
                    assertThat(found.fit().outcome()).isIn(FitOutcome.NOT_NOW, FitOutcome.CLOSED, FitOutcome.NEVER);
                    assertThat(preemption.isPresent() && found.fit().outcome() == FitOutcome.NEVER).as("seed %d", seed)
                            .isFalse();
                }
                case SimulatedSchedulingDecision.GatedDecision(var message) -> {
                    assertThat(found.fit().outcome()).isEqualTo(FitOutcome.GATED);
                    assertThat(found.fit().summary()).isEqualTo(message);
                }
                case SimulatedSchedulingDecision.AwaitingClaimsDecision _,SimulatedSchedulingDecision.IgnoreDecision _ ->
                    throw new AssertionError("the pod is nobody else's");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyNodeSaysWhatItSaysToTheScheduler(int fifty) {
        for (int seed = fifty * 50; seed < fifty * 50 + 50; seed++) {
            var found = Case.of(seed);
            var verdicts = found.scheduler().nodeVerdicts(found.pod());
            for (var node : found.fit().nodes()) {
                assertThat(node.schedulerReasons()).as("seed %d, %s", seed, node.name())
                        .containsExactlyElementsOf(Objects.requireNonNull(verdicts.get(node.name())).reasons());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void listsTellThoseWhoWaitInVainFromThoseWhoWaitForOthersAsTheWholeAnswerDoes(int fifty) {
        for (int seed = fifty * 50; seed < fifty * 50 + 50; seed++) {
            var found = Case.of(seed);
            var text = "seed %d: “%s”, “%s”".formatted(seed, found.diagnosis().reason().text(), found.fit().headline());
            if (found.keptOut()) {
                assertThat(found.fit().headline()).as(text).startsWith(found.diagnosis().reason().text());
            }
            switch (found.diagnosis().prospect()) {
                case LATER -> assertThat(found.fit().nodes()).as(text).anyMatch(FitAgainstSchedulerTest::roomLater);
                case NEVER -> {
                    assertThat(found.fit().outcome()).as(text).isIn(FitOutcome.CLOSED, FitOutcome.NEVER);
                    assertThat(found.fit().nodes()).as(text).noneMatch(FitAgainstSchedulerTest::cordonedAlone);
                }
                case UNKNOWN -> {
                    // Whether it waits in vain is told where the pod is read whole.
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void listsAndTheWholeAnswerNeverContradictEachOtherWhateverBindsThePod(int fifty) {
        for (int seed = fifty * 50; seed < fifty * 50 + 50; seed++) {
            var bound = Bound.of(seed);
            var fit = bound.fit();
            var diagnosis = bound.diagnosis();
            var text = "seed %d: “%s”, “%s”".formatted(seed, diagnosis.reason().text(), fit.headline());
            switch (diagnosis.prospect()) {
                case LATER -> {
                    assertThat(fit.outcome()).as(text).isEqualTo(FitOutcome.NOT_NOW);
                    assertThat(bound.firm()).as(text).isFalse();
                }
                case NEVER -> assertThat(fit.outcome()).as(text).isIn(FitOutcome.CLOSED, FitOutcome.NEVER);
                case UNKNOWN -> {
                    // It claims nothing.
                }
            }
            if (isClosed(diagnosis)) {
                assertThat(fit.outcome()).as(text).isEqualTo(FitOutcome.CLOSED);
            }
            if (bound.firm() && diagnosis.prospect() != PendingPodProspect.NEVER
                    && isAboutRoom(diagnosis.reason().cause())) {
                assertThat(diagnosis.reason()).as(text).isInstanceOfSatisfying(PendingReason.ReasonWithRemark.class,
                        reason -> assertThat(reason.remark()).as(text)
                                .isInstanceOf(PendingReasonPhrase.UncheckedConstraints.class));
            }
        }
    }

    private static boolean isClosed(PendingDiagnosis diagnosis) {
        return diagnosis.reason().cause() instanceof PendingReason.SuitableNodesClosed
                || diagnosis.reason().cause() instanceof PendingReason.SuitableNodesTainted;
    }

    private static boolean isAboutRoom(PendingReason reason) {
        return reason instanceof PendingReason.AllDevicesAllocated || reason instanceof PendingReason.DevicesFragmented
                || reason instanceof PendingReason.MatchingNodesShort
                || reason instanceof PendingReason.MatchingNodesLackDevices;
    }

    /** Whether it is about volumes, other pods or devices, or the kubelet's. */
    private static boolean isAfterResources(PredictedNodeFilterFailure failure) {
        return failure.plugin() == null || failure.plugin().compareTo(SchedulerPlugin.NODE_RESOURCES_FIT) > 0;
    }

    /** Whether nothing but a cordon, which somebody may take away, keeps a pod from a node. */
    private static boolean cordonedAlone(NodeFitResult node) {
        return !node.failures().isEmpty()
                && node.failures().stream().allMatch(failure -> failure.isOf(SchedulerPlugin.NODE_UNSCHEDULABLE));
    }

    /**
     * Whether a node would have room if its pods were gone: lists know nothing of what pods want of their neighbours, nor
     * of nodes on which no pod may be.
     */
    private static boolean roomLater(NodeFitResult node) {
        return node.failures().stream().filter(failure -> !isAfterResources(failure))
                .allMatch(failure -> failure.blocker() == NodeFilterFailureEndCondition.OTHERS
                        || failure.schedulerReason().equals("Too many pods"));
    }

    @Test
    void theClustersMadeUpHaveEveryOutcomeAndEveryCheckManyTimes() {
        var prospects = new EnumMap<PendingPodProspect, Integer>(PendingPodProspect.class);
        var outcomes = new EnumMap<FitOutcome, Integer>(FitOutcome.class);
        var checks = EnumSet.noneOf(SchedulerPlugin.class);
        int keptOut = 0;
        for (int seed = 0; seed < CLUSTERS; seed++) {
            var found = Case.of(seed);
            var fit = found.fit();
            keptOut += found.keptOut() ? 1 : 0;
            prospects.merge(found.diagnosis().prospect(), 1, Integer::sum);
            outcomes.merge(fit.outcome(), 1, Integer::sum);
            fit.nodes().forEach(node -> node.failures().stream().map(PredictedNodeFilterFailure::plugin)
                    .filter(Objects::nonNull).forEach(checks::add));
        }
        assertThat(outcomes).hasEntrySatisfying(FitOutcome.FITS, count -> assertThat(count).isGreaterThan(20))
                .hasEntrySatisfying(FitOutcome.NOT_NOW, count -> assertThat(count).isGreaterThan(20))
                .hasEntrySatisfying(FitOutcome.CLOSED, count -> assertThat(count).isGreaterThan(20))
                .hasEntrySatisfying(FitOutcome.NEVER, count -> assertThat(count).isGreaterThan(20))
                .hasEntrySatisfying(FitOutcome.GATED, count -> assertThat(count).isGreaterThan(5));
        assertThat(prospects).hasEntrySatisfying(PendingPodProspect.LATER, count -> assertThat(count).isGreaterThan(20))
                .hasEntrySatisfying(PendingPodProspect.NEVER, count -> assertThat(count).isGreaterThan(100));
        assertThat(checks).containsAll(EnumSet.complementOf(EnumSet.of(SchedulerPlugin.NODE_NAME,
                SchedulerPlugin.VOLUME_RESTRICTIONS, SchedulerPlugin.VOLUME_BINDING, SchedulerPlugin.VOLUME_ZONE,
                SchedulerPlugin.DYNAMIC_RESOURCES)));
        assertThat(keptOut).isGreaterThan(10);
        assertThat(Map.copyOf(outcomes)).doesNotContainKey(FitOutcome.BOUND);
    }
}
