package tessera.cluster.change;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tessera.demo.SimulatedCluster;
import tessera.demo.SimulatedCluster.Options;
import tessera.demo.http.Fault;
import tessera.plan.Receipt;
import tessera.plan.RunState.Phase;
import tessera.plan.StepState;
import tessera.plan.StepState.Progress;
import tessera.plan.intent.MendMig;
import tessera.plan.intent.NodeIntent.ApplyMigConfig;
import tessera.plan.intent.NodeIntent.DrainTerms;
import tessera.plan.intent.Targets;
import tessera.plan.step.Step;
import tessera.plan.survey.MigLabels;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * However a node is divided or mended, and whenever that is given up: no gate is left paused, and no node cordoned, of which
 * no receipt says so.
 */
@Timeout(240)
class GatePropertyTest {

    private static final List<String> NODES = List.of("a100-01", "a100-02", "h100-02");
    private static final List<String> CONFIGS = List.of("all-disabled", "all-balanced", "all-1g.10gb");
    private static final DrainTerms RECKLESS = new DrainTerms(true, true, Duration.ZERO, Duration.ofMinutes(1));
    private static final int ROUNDS = 6;

    @TempDir
    private static Path folder;
    private final Random random = new Random(7);
    private final Set<String> told = new HashSet<>();
    private final Set<String> closed = new HashSet<>();
    private int givenUp;

    @Test
    void noChangeOfMigLeavesAGatePausedOrANodeCordonedOfWhichItsReceiptDoesNotSaySo() throws Exception {
        try (var cluster = SimulatedCluster.start(Options.usual().withLife(false).withSpeed(60));
                var console = Console.open(cluster, folder)) {
            for (int round = 0; round < ROUNDS; round++) {
                var node = NODES.get(random.nextInt(NODES.size()));
                var config = CONFIGS.get(random.nextInt(CONFIGS.size()));
                var preview = console.runner().preview(
                        new ApplyMigConfig(Targets.of(node), config, RECKLESS, Duration.ofMinutes(10)));
                if (preview.refused()) {
                    preview = console.runner().preview(new MendMig(Targets.of(node), MendMig.Way.RESTART_MANAGER,
                            RECKLESS, Duration.ofMinutes(10), random.nextBoolean()));
                }
                if (preview.refused() || preview.nothingToDo()) {
                    continue;
                }
                if (random.nextInt(4) == 0) {
                    cluster.faults().order("PATCH /api/v1/nodes/" + node + ".*", new Fault.Cut(0), 1);
                }
                var run = console.runner().apply(preview);
                int patience = random.nextInt(3);
                var looks = new int[] {0};
                try (var _ = run.state().observe(() -> {
                    var state = run.state().get();
                    // A wait says something new whenever it sees something new.
                    if (state.phase() == Phase.HALTED || (waits(state.steps()) && looks[0]++ > patience)) {
                        run.cancel();
                    }
                })) {
                    check(console, node, run.receipt(), round);
                }
                cluster.faults().clear();
            }
            assertThat(givenUp).as("some were given up").isPositive();
        }
    }

    private static boolean waits(List<StepState> steps) {
        return steps.stream().anyMatch(step -> step.progress() == Progress.RUNNING
                && step.planned().step() instanceof Step.Await);
    }

    private void check(Console console, String node, Receipt receipt, int round) throws Exception {
        var labels = new HashMap<String, String>();
        console.node(node).at("/metadata/labels").properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
        var paused = new ArrayList<>(MigLabels.paused(labels));
        if (receipt.ending() == Receipt.Ending.DONE) {
            told.remove(node);
        } else {
            givenUp++;
        }
        if (receipt.leaves().stream().anyMatch(words -> words.contains(node) && words.contains("pause"))) {
            told.add(node);
        }
        if (receipt.leaves().stream().anyMatch(words -> words.contains(node + " is cordoned"))) {
            closed.add(node);
        }
        if (console.node(node).at("/spec/unschedulable").asBoolean()) {
            assertThat(closed).as("after round %d %s is cordoned, and receipts say %s", round, node,
                    receipt.leaves()).contains(node);
        }
        if (!paused.isEmpty()) {
            assertThat(told).as("after round %d %s are paused on %s, and receipts say %s", round, paused, node,
                    receipt.leaves()).contains(node);
        }
    }
}
