package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tessera.demo.schedule.SimulatedScheduler;
import tessera.demo.schedule.SimulatedSchedulerCache;
import tessera.demo.schedule.SimulatedSchedulingDecision;
import tessera.scheduling.PodFitResult.FitOutcome;

import static org.assertj.core.api.Assertions.assertThat;

/** What the one body of the scheduler's rules says is what a scheduler says that was written a second time. */
class SchedulerAgainstNaiveTwinTest {

    private static final int CLUSTERS = 1000;
    private static final List<String> OUTCOMES = List.of("Scheduling is blocked", "no nodes available",
            "pod affinity terms conflict", "not found. not found", "is being deleted", "pod has unbound immediate",
            "waiting for ephemeral volume controller", "bound to non-existent persistentvolume",
            "persistentvolume \"disk-9\" not found. not found", "preemptionPolicy=Never",
            "a terminating pod on the nominated node", "Preemption is not helpful", "No preemption victims found");
    private static final List<String> REASONS = List.of("fits", "does not fit", "evicts", "evicts against a budget",
            "Insufficient cpu", "Insufficient memory", "Insufficient nvidia.com/gpu", "Insufficient example.com/nic",
            "Too many pods", "node(s) were unschedulable", "node(s) had untolerated taint(s)",
            "node(s) didn't match Pod's node affinity/selector", "node(s) didn't satisfy plugin(s) [NodeAffinity]",
            "node(s) didn't have free ports for the requested pod ports",
            "node(s) didn't match PersistentVolume's node affinity",
            "node(s) didn't find available persistent volumes to bind",
            "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)",
            "node(s) had no available volume zone",
            "node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode",
            "node(s) didn't match pod topology spread constraints (missing required label)",
            "node(s) didn't match pod topology spread constraints", "node(s) didn't match pod affinity rules",
            "node(s) didn't match pod anti-affinity rules", "node(s) didn't satisfy existing pods anti-affinity rules");

    /** A cluster, and those who judge a pod in it. */
    private record Case(RandomSchedulingCluster cluster, NaiveScheduler twin, SimulatedScheduler scheduler) {

        static Case of(long seed) {
            var cluster = new RandomSchedulingCluster(seed);
            var view = new SimulatedSchedulerCache();
            cluster.nodes().forEach(view::putNode);
            cluster.pods().forEach(view::putPod);
            cluster.objects("namespaces").forEach(view::putNamespace);
            cluster.objects("poddisruptionbudgets").forEach(view::putDisruptionBudget);
            cluster.objects("persistentvolumeclaims").forEach(view.volumeClaims()::putClaim);
            cluster.objects("persistentvolumes").forEach(view.volumeClaims()::putVolume);
            cluster.objects("storageclasses").forEach(view.volumeClaims()::putStorageClass);
            return new Case(cluster, new NaiveScheduler(cluster), new SimulatedScheduler(view));
        }

        JsonNode pod() {
            return cluster.waiting();
        }

        PodFitResult fit() {
            var told = new Told();
            cluster.nodes().forEach(told::node);
            cluster.pods().forEach(told::pod);
            for (var kind : List.of("namespaces", "persistentvolumeclaims", "persistentvolumes", "storageclasses")) {
                cluster.objects(kind).forEach(object -> told.other(kind, object));
            }
            return told.fit(pod(), twin.message(pod()));
        }
    }

    static IntStream seeds() {
        return IntStream.range(0, CLUSTERS / 50);
    }

    private static IntStream seedsOf(int fifty) {
        return IntStream.range(fifty * 50, fifty * 50 + 50);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theSimulatedSchedulerSaysOfEachNodeWhatTheTwinSays(int fifty) {
        seedsOf(fifty).forEach(seed -> {
            var found = Case.of(seed);
            var reasons = new TreeMap<String, Set<String>>();
            found.scheduler().nodeVerdicts(found.pod())
                    .forEach((node, verdict) -> reasons.put(node, new HashSet<>(verdict.reasons())));
            assertThat(reasons).as("seed %d", seed).isEqualTo(asSets(found.twin().reasons(found.pod())));
        });
    }

    private static Map<String, Set<String>> asSets(Map<String, List<String>> reasons) {
        return reasons.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey,
                each -> Set.copyOf(each.getValue()), (one, _) -> one, TreeMap::new));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theSimulatedSchedulerDecidesAsTheTwinDoes(int fifty) {
        seedsOf(fifty).forEach(seed -> {
            var found = Case.of(seed);
            var message = found.twin().message(found.pod());
            switch (found.scheduler().decide(found.pod())) {
                case SimulatedSchedulingDecision.BindDecision(var node) -> {
                    assertThat(message).as("seed %d", seed).isEmpty();
                    assertThat(found.twin().reasons(found.pod())).as("seed %d", seed).containsEntry(node, List.of());
                }
                case SimulatedSchedulingDecision.UnschedulableDecision(var text, var preemption) -> {
                    assertThat(text).as("seed %d", seed).isEqualTo(message);
                    assertEviction(seed, found, preemption.stream().toList());
                }
                case SimulatedSchedulingDecision.GatedDecision(var text) ->
                    assertThat(text).as("seed %d", seed).isEqualTo(message);
                case SimulatedSchedulingDecision other -> throw new AssertionError("seed " + seed + ": " + other);
            }
        });
    }

    private static void assertEviction(int seed, Case found,
            List<SimulatedSchedulingDecision.PreemptionDecision> decisions) {
        var evictions = found.twin().evictions(found.pod());
        assertThat(decisions.isEmpty()).as("seed %d", seed).isEqualTo(evictions.isEmpty());
        decisions.forEach(decision -> {
            var eviction = Objects.requireNonNull(evictions.get(decision.node()));
            assertThat(eviction.victims()).as("seed %d", seed).isEqualTo(decision.victims().stream()
                    .map(SimulatedSchedulingDecision.PreemptionVictim::name).sorted().toList());
            assertThat(evictions.values()).as("seed %d", seed).noneMatch(
                    other -> other.violations() < eviction.violations() || (other.violations() == eviction.violations()
                            && other.highestPriority() < eviction.highestPriority()));
        });
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theExplanationSaysOfEachNodeAndInAllWhatTheTwinSays(int fifty) {
        seedsOf(fifty).forEach(seed -> {
            var found = Case.of(seed);
            var message = found.twin().message(found.pod());
            var fit = found.fit();
            assertThat(fit.summary()).as("seed %d", seed).isEqualTo(message);
            assertThat(fit.outcome() == FitOutcome.FITS).as("seed %d", seed).isEqualTo(message.isEmpty());
            var reasons = new TreeMap<String, Set<String>>();
            fit.nodes().forEach(node -> reasons.put(node.name(), Set.copyOf(node.schedulerReasons())));
            var ofTwin = asSets(found.twin().reasons(found.pod()));
            if (!ofTwin.isEmpty()) {
                assertThat(reasons).as("seed %d", seed).isEqualTo(ofTwin);
            }
        });
    }

    @Test
    void theClustersMadeUpHaveEveryReasonManyTimes() {
        var counts = new TreeMap<String, Integer>();
        for (int seed = 0; seed < CLUSTERS; seed++) {
            var found = Case.of(seed);
            found.twin().reasons(found.pod()).values().forEach(reasons -> {
                reasons.forEach(reason -> counts.merge(reason, 1, Integer::sum));
                counts.merge(reasons.isEmpty() ? "fits" : "does not fit", 1, Integer::sum);
            });
            var message = found.twin().message(found.pod());
            OUTCOMES.stream().filter(message::contains).forEach(outcome -> counts.merge(outcome, 1, Integer::sum));
            found.twin().evictions(found.pod()).values().forEach(eviction -> counts
                    .merge(eviction.violations() > 0 ? "evicts against a budget" : "evicts", 1, Integer::sum));
        }
        assertThat(counts.keySet()).containsAll(OUTCOMES).containsAll(REASONS);
        assertThat(counts.values()).as(counts.toString()).allMatch(count -> count >= 5);
    }
}
