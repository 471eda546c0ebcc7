package tessera.demo.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tessera.demo.SimulatedCluster;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.select.SimulatedListObjectFilter;

import static org.assertj.core.api.Assertions.assertThat;

/** The cluster as it is left to itself for a while. */
class LifeTest {

    private static final SimulationOptions FAST = SimulationOptions.defaultOptions().withTls(false).withSpeed(60);
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private static List<ObjectNode> list(SimulatedCluster cluster, String resource) {
        return cluster.storedObjects().list(cluster.storedObjects().catalog().get(resource),
                SimulatedListObjectFilter.ofNamespace(""));
    }

    private static String name(JsonNode object) {
        return SimulatedStoreJsonCodec.textAt(object, "metadata", "namespace") + "/"
                + SimulatedStoreJsonCodec.textAt(object, "metadata", "name");
    }

    /** Lets the cluster live until something holds. */
    private static void await(SimulatedCluster cluster, BooleanSupplier holds) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        var store = cluster.storedObjects().store();
        for (long version = store.currentVersion(); !holds.getAsBoolean(); version = store.currentVersion()) {
            assertThat(System.nanoTime()).as("waited in vain").isLessThan(deadline);
            store.awaitVersion(version + 1, Duration.ofMillis(200));
        }
    }

    /** Each waiting pod, and why it waits. */
    private static Map<String, String> waiting(SimulatedCluster cluster, Predicate<ObjectNode> which) {
        var reasons = new TreeMap<String, String>();
        list(cluster, "pods").stream().filter(which).forEach(pod -> pod.at("/status/conditions").forEach(condition -> {
            if (SimulatedStoreJsonCodec.textAt(condition, "type").equals("PodScheduled")
                    && SimulatedStoreJsonCodec.textAt(condition, "status").equals("False")) {
                reasons.put(name(pod), SimulatedStoreJsonCodec.textAt(condition, "reason") + ": "
                        + SimulatedStoreJsonCodec.textAt(condition, "message"));
            }
        }));
        return reasons;
    }

    private static List<String> ended(SimulatedCluster cluster) {
        return list(cluster, "jobs.batch").stream()
                .filter(job -> name(job).matches(".*-1\\d{3}") && job.at("/status/completionTime").isTextual())
                .map(LifeTest::name).toList();
    }

    private static long notebooks(SimulatedCluster cluster) {
        return list(cluster, "statefulsets.apps").stream().filter(set -> name(set).startsWith("notebooks/")).count();
    }

    /** States of the story that nothing may change. */
    private static Stream<String> landmarks(SimulatedCluster cluster) {
        var nodes = list(cluster, "nodes").stream().map(node -> name(node) + " " + ready(node) + " "
                + node.path("spec").path("unschedulable").asBoolean() + " " + node.at("/status/allocatable"));
        var pods = list(cluster, "pods").stream()
                .filter(pod -> List.of("tts-api-", "sdxl-serve-", "asr-batch-", "whisper-batch", "nvidia-driver-")
                        .stream().anyMatch(start -> name(pod).contains(start)))
                .map(pod -> name(pod) + " " + SimulatedStoreJsonCodec.textAt(pod, "status", "phase"));
        return Stream.concat(nodes, pods);
    }

    private static String ready(ObjectNode node) {
        for (var condition : node.at("/status/conditions")) {
            if (SimulatedStoreJsonCodec.textAt(condition, "type").equals("Ready")) {
                return SimulatedStoreJsonCodec.textAt(condition, "status");
            }
        }
        return "";
    }

    @Test
    void lifeGoesOnAndTheStoryStays() throws Exception {
        try (var cluster = SimulatedCluster.start(FAST)) {
            var reasons = waiting(cluster, _ -> true);
            var landmarks = landmarks(cluster).toList();
            long sets = notebooks(cluster);
            assertThat(reasons).hasSizeGreaterThan(8);
            await(cluster, () -> notebooks(cluster) > sets);
            await(cluster, () -> ended(cluster).stream().map(job -> job.substring(0, job.indexOf('/'))).distinct()
                    .count() >= 3);
            assertThat(waiting(cluster, pod -> reasons.containsKey(name(pod)))).isEqualTo(reasons);
            assertThat(landmarks(cluster)).containsExactlyElementsOf(landmarks);
        }
    }

    @Test
    void whatHasEndedIsClearedAway() throws Exception {
        try (var cluster = SimulatedCluster.start(FAST)) {
            await(cluster, () -> !ended(cluster).isEmpty());
            var job = ended(cluster).getFirst();
            await(cluster, () -> list(cluster, "jobs.batch").stream().noneMatch(object -> name(object).equals(job)));
            await(cluster, () -> list(cluster, "pods").stream().noneMatch(pod -> name(pod).startsWith(job + "-")));
        }
    }

    @Test
    void withoutLifeNobodySubmitsAnything() throws Exception {
        try (var cluster = SimulatedCluster.start(FAST.withActivity(false))) {
            var jobs = list(cluster, "jobs.batch").stream().map(LifeTest::name).toList();
            var start = cluster.storedObjects().store().currentVersion();
            await(cluster, () -> cluster.storedObjects().store().currentVersion() > start + 300);
            assertThat(list(cluster, "jobs.batch").stream().map(LifeTest::name)).containsExactlyElementsOf(jobs);
        }
    }

    @Test
    void theSameSeedHasTheSamePeople() throws Exception {
        assertThat(firstJobs(7)).isEqualTo(firstJobs(7)).isNotEqualTo(firstJobs(8));
    }

    private static List<String> firstJobs(long seed) throws IOException, InterruptedException {
        try (var cluster = SimulatedCluster.start(FAST.withSeed(seed))) {
            await(cluster, () -> submitted(cluster).size() >= 3);
            return submitted(cluster).subList(0, 3);
        }
    }

    private static List<String> submitted(SimulatedCluster cluster) {
        return list(cluster, "jobs.batch").stream().filter(job -> name(job).matches(".*-1\\d{3}"))
                .map(job -> name(job) + " x" + job.at("/spec/completions").asInt())
                .sorted(Comparator.comparing(job -> job.replaceFirst("^.*-", ""))).toList();
    }

    @Test
    void theSameSeedGivesTheSameCluster() throws Exception {
        assertThat(beginning(7)).isEqualTo(beginning(7)).isNotEqualTo(beginning(8));
    }

    /** All objects of a cluster in which no time passes. */
    private static List<ObjectNode> beginning(long seed) throws IOException {
        var still = Clock.fixed(Instant.parse("2026-11-21T12:00:00Z"), ZoneOffset.UTC);
        try (var cluster = SimulatedCluster
                .start(SimulationOptions.defaultOptions().withTls(false).withSeed(seed).withClock(still))) {
            return Stream.of("nodes", "deployments.apps", "jobs.batch", "statefulsets.apps", "resourcequotas")
                    .flatMap(resource -> list(cluster, resource).stream())
                    .map(object -> object.deepCopy().without(List.of("status"))).map(ObjectNode.class::cast)
                    .peek(object -> SimulatedStoreJsonCodec.childObject(object, "metadata").remove("managedFields"))
                    .peek(object -> SimulatedStoreJsonCodec.childObject(object, "metadata").remove("resourceVersion"))
                    .toList();
        }
    }
}
