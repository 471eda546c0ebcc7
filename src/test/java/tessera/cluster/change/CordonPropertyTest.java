package tessera.cluster.change;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.demo.SimulatedCluster;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.demo.http.SimulatedHttpServerFault;
import tessera.demo.http.SimulatedHttpServerFaults;
import tessera.kube.scheduling.Taint;
import tessera.plan.PlanPreview;
import tessera.plan.PlanRunState.RunPhase;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.NodeChangeIntent.AdvertiseResourceIntent;
import tessera.plan.intent.NodeChangeIntent.ChangeLabelsIntent;
import tessera.plan.intent.NodeChangeIntent.ChangeTaintsIntent;
import tessera.plan.intent.NodeChangeIntent.CordonNodesIntent;
import tessera.plan.intent.NodeChangeIntent.DrainNodesIntent;
import tessera.plan.intent.NodeChangeIntent.DrainSettings;
import tessera.plan.intent.NodeChangeIntent.UncordonNodesIntent;
import tessera.plan.intent.TaintKey;
import tessera.plan.intent.TargetNodeSelection;

import static org.assertj.core.api.Assertions.assertThat;

/** Whatever is wanted, in whatever order, and whatever goes wrong: no node is left cordoned of which no receipt says so. */
@Timeout(240)
class CordonPropertyTest {

    private static final List<String> NODES = List.of("t4-01", "l40s-01", "l40s-02", "h100-02", "l4-01");
    private static final DrainSettings HASTY = new DrainSettings(true, true, null, Duration.ZERO);
    private static final Pattern LEAVES = Pattern.compile("(Unconfirmed: )?(\\S+) (is cordoned|is schedulable)");

    @TempDir
    private static Path folder;
    private final Random random = new Random();
    private final Map<String, String> told = new HashMap<>();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void noSequenceOfIntentsLeavesANodeCordonedWithoutAReceiptThatSaysSo(long seed) throws Exception {
        random.setSeed(seed);
        try (var cluster = SimulatedCluster.start(SimulationOptions.defaultOptions().withActivity(false).withSpeed(50));
                var console = Console.open(cluster, folder)) {
            var waiting = new ArrayList<PlanPreview>();
            for (int round = 0; round < 60; round++) {
                var preview = console.plan(intent());
                if (random.nextInt(5) == 0) {
                    waiting.add(preview);
                    continue;
                }
                if (random.nextInt(4) == 0 && !waiting.isEmpty()) {
                    waiting.add(preview);
                    preview = waiting.removeFirst();
                }
                disturb(cluster);
                apply(console, preview);
                SimulatedHttpServerFaults.of(cluster).clear();
                for (var node : NODES) {
                    check(node, console.node(node).at("/spec/unschedulable").asBoolean(), round);
                }
            }
            assertThat(told).as("the sequence did something").isNotEmpty();
        }
    }

    private void check(String node, boolean cordoned, int round) {
        var word = told.getOrDefault(node, "is schedulable");
        if (!word.equals("not known")) {
            assertThat(cordoned).as(node + " after round " + round + ": receipts say it " + word)
                    .isEqualTo(word.equals("is cordoned"));
        }
    }

    private ChangeIntent intent() {
        var names = new ArrayList<>(NODES);
        Collections.shuffle(names, random);
        var some = new TargetNodeSelection.NamedNodes(names.subList(0, 1 + random.nextInt(3)));
        return switch (random.nextInt(7)) {
            case 0, 1 -> new CordonNodesIntent(some);
            case 2 -> new UncordonNodesIntent(some);
            case 3 -> new DrainNodesIntent(some, HASTY);
            case 4 -> new ChangeLabelsIntent(some, Map.of("round", Integer.toString(random.nextInt(3))), Set.of());
            case 5 -> new AdvertiseResourceIntent(some, "example.com/dongle", OptionalLong.of(random.nextInt(3)));
            default -> random.nextBoolean()
                    ? new ChangeTaintsIntent(some, List.of(new Taint("round", "", "NoSchedule")), List.of())
                    : new ChangeTaintsIntent(some, List.of(), List.of(new TaintKey("round", "")));
        };
    }

    private void disturb(SimulatedCluster cluster) {
        var patches = "PATCH /api/v1/nodes/" + NODES.get(random.nextInt(NODES.size())) + ".*";
        switch (random.nextInt(6)) {
            case 0 -> SimulatedHttpServerFaults.of(cluster).addFault(patches,
                    new SimulatedHttpServerFault.TruncatedResponseFault(0), 1);
            case 1 -> SimulatedHttpServerFaults.of(cluster).addFault(patches,
                    SimulatedHttpServerFault.ofAnswer(500, "application/json", "{\"kind\":\"Status\"}"), 1);
            case 2 -> SimulatedHttpServerFaults.of(cluster).addFault(patches,
                    SimulatedHttpServerFault.ofAnswer(403, "application/json", "{\"kind\":\"Status\"}"), 1);
            case 3 -> SimulatedHttpServerFaults.of(cluster).addFault("POST .*/eviction.*",
                    new SimulatedHttpServerFault.TruncatedResponseFault(0), 1);
            default -> {
                // Nothing goes wrong.
            }
        }
    }

    private void apply(Console console, PlanPreview preview) throws Exception {
        if (preview.isRefused()) {
            return;
        }
        var run = console.runner().apply(preview);
        int last = random.nextInt(8);
        int retries = random.nextInt(2);
        var tries = new int[] {retries};
        try (var _ = run.state().observe(() -> {
            var state = run.state().get();
            if (state.phase() == RunPhase.HALTED) {
                if (tries[0]-- > 0) {
                    run.retry();
                } else {
                    run.cancel();
                }
            } else if (last < 4 && state.countDone() > last) {
                run.cancel();
            }
        })) {
            for (var sentence : run.awaitReceipt().lastingEffects()) {
                var words = LEAVES.matcher(sentence);
                if (words.matches()) {
                    told.put(words.group(2), words.group(1) == null ? words.group(3) : "not known");
                }
            }
        }
    }
}
