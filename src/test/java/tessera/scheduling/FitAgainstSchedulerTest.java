package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tessera.demo.schedule.ClusterView;
import tessera.demo.schedule.DefaultScheduler;
import tessera.demo.schedule.SchedulingDecision;
import tessera.insight.PendingDiagnosis;
import tessera.insight.PendingDiagnosis.Prospect;
import tessera.scheduling.PodFit.FitOutcome;

import static org.assertj.core.api.Assertions.assertThat;

/** What is worked out about a pod is what a scheduler does with it, node for node and word for word. */
class FitAgainstSchedulerTest {

    private static final int CLUSTERS = 400;

    /** A pod in a cluster, judged by both. */
    private record Case(PodFit fit, PendingDiagnosis verdict, SchedulingDecision decision, DefaultScheduler scheduler,
            JsonNode pod) {

        static Case of(long seed) {
            var made = new RandomCluster(seed);
            var told = new Told();
            var view = new ClusterView();
            made.nodes().forEach(node -> {
                told.node(node);
                view.putNode(node);
            });
            made.pods().forEach(pod -> {
                told.pod(pod);
                view.putPod(pod);
            });
            var pod = made.waiting();
            var scheduler = new DefaultScheduler(view);
            var decision = scheduler.decide(pod);
            var message = switch (decision) {
                case SchedulingDecision.WaitDecision(var words, _) -> words;
                case SchedulingDecision.GatedDecision(var words) -> words;
                case SchedulingDecision.Bind _,SchedulingDecision.AwaitingClaims _,SchedulingDecision.NotMine _ -> "";
            };
            return new Case(told.fit(pod, message), told.verdict(pod, message), decision, scheduler, pod);
        }

        /** Whether lists say what keeps it out, and what they know nothing of is not against it as well. */
        boolean keptOut() {
            return verdict.sentence().contains(" that could take it") && fit.nodes().stream()
                    .flatMap(node -> node.objections().stream())
                    .noneMatch(each -> each.hold() == BlockerKind.LASTING
                            && (each.check().compareTo(FilterCheck.RESOURCES) > 0
                                    || each.reason().equals("Too many pods")));
        }
    }

    /**
     * A pod that may be bound to volumes, too, with what the scheduler says of it, which is what is worked out.
     *
     * @param firm whether something binds it of which lists know only that it is so
     */
    private record Bound(PodFit fit, PendingDiagnosis verdict, boolean firm) {

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
                case SchedulingDecision.Bind(var node) -> {
                    assertThat(found.fit().outcome()).as("seed %d", seed).isEqualTo(FitOutcome.FITS);
                    assertThat(found.fit().nodes()).as("seed %d", seed)
                            .anyMatch(each -> each.name().equals(node) && each.objections().isEmpty());
                }
                case SchedulingDecision.WaitDecision(var message, var preemption) -> {
                    assertThat(found.fit().summary()).as("seed %d", seed).isEqualTo(message);
                    assertThat(found.fit().comparison().kind()).isEqualTo(SchedulerAgreement.AgreementKind.SAME);
                    assertThat(found.fit().outcome()).isIn(FitOutcome.NOT_NOW, FitOutcome.CLOSED, FitOutcome.NEVER);
                    assertThat(preemption.isPresent() && found.fit().outcome() == FitOutcome.NEVER).as("seed %d", seed)
                            .isFalse();
                }
                case SchedulingDecision.GatedDecision(var message) -> {
                    assertThat(found.fit().outcome()).isEqualTo(FitOutcome.GATED);
                    assertThat(found.fit().summary()).isEqualTo(message);
                }
                case SchedulingDecision.AwaitingClaims _,SchedulingDecision.NotMine _ ->
                    throw new AssertionError("the pod is nobody else's");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyNodeSaysWhatItSaysToTheScheduler(int fifty) {
        for (int seed = fifty * 50; seed < fifty * 50 + 50; seed++) {
            var found = Case.of(seed);
            var verdicts = found.scheduler().verdicts(found.pod());
            for (var node : found.fit().nodes()) {
                var said = node.objections().isEmpty() ? List.<String>of()
                        : SchedulerFailureText.reasons(node.told());
                assertThat(said).as("seed %d, %s", seed, node.name())
                        .containsExactlyElementsOf(
                                Objects.requireNonNull(verdicts.get(node.name())).reasons());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void listsTellThoseWhoWaitInVainFromThoseWhoWaitForOthersAsTheWholeAnswerDoes(int fifty) {
        for (int seed = fifty * 50; seed < fifty * 50 + 50; seed++) {
            var found = Case.of(seed);
            var words = "seed %d: “%s”, “%s”".formatted(seed, found.verdict().sentence(), found.fit().headline());
            if (found.keptOut()) {
                assertThat(found.fit().headline()).as(words).startsWith(found.verdict().sentence());
            }
            switch (found.verdict().prospect()) {
                case LATER -> assertThat(found.fit().nodes()).as(words).anyMatch(FitAgainstSchedulerTest::roomLater);
                case NEVER -> {
                    assertThat(found.fit().outcome()).as(words).isIn(FitOutcome.CLOSED, FitOutcome.NEVER);
                    assertThat(found.fit().nodes()).as(words).noneMatch(FitAgainstSchedulerTest::cordonedAlone);
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
            var verdict = bound.verdict();
            var words = "seed %d: “%s”, “%s”".formatted(seed, verdict.sentence(), fit.headline());
            switch (verdict.prospect()) {
                case LATER -> {
                    assertThat(fit.outcome()).as(words).isEqualTo(FitOutcome.NOT_NOW);
                    assertThat(bound.firm()).as(words).isFalse();
                }
                case NEVER -> assertThat(fit.outcome()).as(words).isIn(FitOutcome.CLOSED, FitOutcome.NEVER);
                case UNKNOWN -> {
                    // It claims nothing.
                }
            }
            if (verdict.sentence().contains(" that could take it")) {
                assertThat(fit.outcome()).as(words).isEqualTo(FitOutcome.CLOSED);
            }
            if (bound.firm() && verdict.prospect() != Prospect.NEVER
                    && verdict.sentence()
                            .matches("(All|Needs|The only|Nodes that|The \\d+ nodes)(?! (node )?that offers? ).*")) {
                assertThat(verdict.sentence()).as(words).endsWith(" may be in the way as well");
            }
        }
    }

    /** Whether nothing but a cordon, which somebody may take away, keeps a pod from a node. */
    private static boolean cordonedAlone(NodeFit node) {
        return !node.objections().isEmpty()
                && node.objections().stream().allMatch(each -> each.check() == FilterCheck.CORDON);
    }

    /**
     * Whether a node would have room if its pods were gone: lists know nothing of what pods want of their neighbours, nor
     * of nodes on which no pod may be.
     */
    private static boolean roomLater(NodeFit node) {
        return node.objections().stream().filter(each -> each.check().compareTo(FilterCheck.RESOURCES) <= 0)
                .allMatch(each -> each.hold() == BlockerKind.OTHERS || each.reason().equals("Too many pods"));
    }

    @Test
    void theClustersMadeUpHaveEveryOutcomeAndEveryCheckManyTimes() {
        var prospects = new EnumMap<Prospect, Integer>(Prospect.class);
        var outcomes = new EnumMap<FitOutcome, Integer>(FitOutcome.class);
        var checks = EnumSet.noneOf(FilterCheck.class);
        int keptOut = 0;
        for (int seed = 0; seed < CLUSTERS; seed++) {
            var found = Case.of(seed);
            var fit = found.fit();
            keptOut += found.keptOut() ? 1 : 0;
            prospects.merge(found.verdict().prospect(), 1, Integer::sum);
            outcomes.merge(fit.outcome(), 1, Integer::sum);
            fit.nodes().forEach(node -> node.objections().forEach(each -> checks.add(each.check())));
        }
        assertThat(outcomes).hasEntrySatisfying(FitOutcome.FITS, count -> assertThat(count).isGreaterThan(20))
                .hasEntrySatisfying(FitOutcome.NOT_NOW, count -> assertThat(count).isGreaterThan(20))
                .hasEntrySatisfying(FitOutcome.CLOSED, count -> assertThat(count).isGreaterThan(20))
                .hasEntrySatisfying(FitOutcome.NEVER, count -> assertThat(count).isGreaterThan(20))
                .hasEntrySatisfying(FitOutcome.GATED, count -> assertThat(count).isGreaterThan(5));
        assertThat(prospects).hasEntrySatisfying(Prospect.LATER, count -> assertThat(count).isGreaterThan(20))
                .hasEntrySatisfying(Prospect.NEVER, count -> assertThat(count).isGreaterThan(100));
        assertThat(checks)
                .containsAll(EnumSet.complementOf(
                        EnumSet.of(FilterCheck.NAME, FilterCheck.VOLUMES, FilterCheck.DEVICES, FilterCheck.KUBELET)));
        assertThat(keptOut).isGreaterThan(10);
        assertThat(Map.copyOf(outcomes)).doesNotContainKey(FitOutcome.BOUND);
    }
}
