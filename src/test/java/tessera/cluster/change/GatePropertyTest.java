package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tessera.demo.SimulatedCluster;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.demo.chart.SimulatedGpuOperatorChart;
import tessera.demo.http.SimulatedHttpServerFault;
import tessera.demo.http.SimulatedHttpServerFaults;
import tessera.model.DriverUpgradeLabels;
import tessera.model.ProblemException;
import tessera.plan.PlanPreview;
import tessera.plan.PlanRunReceipt;
import tessera.plan.PlanRunState.RunPhase;
import tessera.plan.PlanStepState;
import tessera.plan.PlanStepState.StepProgress;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.GpuSharingIntent;
import tessera.plan.intent.GpuSharingIntent.DefaultSharingConfig;
import tessera.plan.intent.GpuStackReleaseIntent;
import tessera.plan.intent.GpuStackReleaseIntent.SetReleaseValuesIntent;
import tessera.plan.intent.HelmChartSource;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.plan.intent.MigRepairIntent;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.NodeChangeIntent.ApplyMigConfigIntent;
import tessera.plan.intent.NodeChangeIntent.DrainSettings;
import tessera.plan.intent.TargetNodeSelection;
import tessera.plan.step.PlanStep;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * However nodes are divided, mended and shared, and whatever becomes of the GPU stack meanwhile, and whenever that is given
 * up: no gate is left paused, and no node cordoned, of which no receipt says so.
 */
@Timeout(240)
class GatePropertyTest {

    private static final List<String> NODES = List.of("a100-01", "a100-02", "h100-02");
    private static final List<String> CONFIGS = List.of("all-disabled", "all-balanced", "all-1g.10gb");
    private static final DrainSettings RECKLESS = new DrainSettings(true, true, Duration.ZERO, Duration.ofMinutes(1));
    private static final HelmReleaseNamespacedName STACK = HelmReleaseNamespacedName.USUAL;
    private static final String OPERATOR_KEEPS = " is cordoned by the operator";

    @TempDir
    private static Path folder;
    private final Random random = new Random(7);
    private final Set<String> told = new HashSet<>();
    /** That the operator goes on, as long as it does. */
    private final Set<String> goingOn = new HashSet<>();
    private final Set<String> begun = new HashSet<>();
    private int givenUp;

    /** What can be wanted. */
    private enum Kind {
        DIVIDE,
        SHARE,
        UPGRADE,
        VALUES,
        ROLL_BACK,
        UNINSTALL
    }

    @Test
    void noSequenceOfChangesLeavesAGatePausedOrANodeCordonedOfWhichNoReceiptSaysSo() throws Exception {
        try (var cluster = SimulatedCluster.start(SimulationOptions.defaultOptions().withActivity(false).withSpeed(60));
                var console = Console.open(cluster, folder)) {
            closed(console).forEach(told::add);
            for (var kind : kinds()) {
                var preview = preview(console, kind);
                if (preview.isRefused() || preview.nothingToDo()) {
                    continue;
                }
                begun.add(preview.plan().intent().verb());
                disturb(cluster, preview);
                var receipt = givenUpAtSomeTime(console, preview);
                SimulatedHttpServerFaults.of(cluster).clear();
                note(receipt);
                if (receipt.ending() == PlanRunReceipt.PlanRunEnding.DONE
                        && receipt.intent() instanceof GpuStackReleaseIntent) {
                    expire(console, receipt);
                }
                check(console, kind + ": " + preview.plan().headlineText() + " " + receipt.ending());
            }
            assertThat(givenUp).as("some were given up").isPositive();
            assertThat(begun).contains("mig", "share", "operator upgrade", "operator values", "operator rollback",
                    "operator uninstall", "operator install");
        }
    }

    /** Changes in any order, and in the end, when there is no stack any more, what has it installed again. */
    private List<Kind> kinds() {
        var kinds = new ArrayList<>(List.of(Kind.DIVIDE, Kind.DIVIDE, Kind.DIVIDE, Kind.SHARE, Kind.SHARE, Kind.UPGRADE,
                Kind.VALUES, Kind.ROLL_BACK));
        Collections.shuffle(kinds, random);
        kinds.addAll(List.of(Kind.UNINSTALL, Kind.DIVIDE, Kind.UPGRADE));
        return kinds;
    }

    private PlanPreview preview(Console console, Kind kind) throws Exception {
        var node = TargetNodeSelection.of(NODES.get(random.nextInt(NODES.size())));
        var preview = console.plan(switch (kind) {
            case DIVIDE -> new ApplyMigConfigIntent(node, CONFIGS.get(random.nextInt(CONFIGS.size())), RECKLESS,
                    Duration.ofMinutes(10));
            case SHARE -> sharing(node);
            case UPGRADE -> new GpuStackReleaseIntent.UpgradeReleaseIntent(STACK, chart(), driver());
            case VALUES -> new SetReleaseValuesIntent(STACK, SetReleaseValuesIntent.RECORDED, driver());
            case ROLL_BACK -> new GpuStackReleaseIntent.RollBackReleaseIntent(STACK, 6);
            case UNINSTALL -> new GpuStackReleaseIntent.UninstallReleaseIntent(STACK);
        });
        if (preview.isRefused() && kind == Kind.DIVIDE) {
            return console.plan(new MigRepairIntent(node, MigRepairIntent.MigRepairAction.RESTART_MANAGER, RECKLESS,
                    Duration.ofMinutes(10), random.nextBoolean()));
        }
        return preview.isRefused() && kind != Kind.SHARE
                ? console.plan(new GpuStackReleaseIntent.InstallReleaseIntent(STACK, chart(), ""))
                : preview;
    }

    private ChangeIntent sharing(TargetNodeSelection node) {
        return switch (random.nextInt(3)) {
            case 0 -> GpuSharingIntent.assignConfig(node, "shared-4");
            case 1 -> GpuSharingIntent.assignConfig(TargetNodeSelection.of("b200-02"), "renamed-4");
            default -> new GpuSharingIntent(Map.of(), Set.of(), List.of(),
                    Optional.of(new DefaultSharingConfig(GpuSharingIntent.SAME_MAP, "shared-4")));
        };
    }

    private static HelmChartSource chart() throws Exception {
        return new HelmChartSource(SimulatedGpuOperatorChart.writeChart("v26.7.0", folder.resolve("charts")).toString(),
                "", "v26.7.0");
    }

    private String driver() {
        return """
                driver:
                  version: 5%d.10
                  upgradePolicy: {maxParallelUpgrades: 2, gpuPodDeletion: {force: true, deleteEmptyDir: true}}
                """.formatted(10 + random.nextInt(80));
    }

    private void disturb(SimulatedCluster cluster, PlanPreview preview) {
        if (random.nextInt(4) == 0) {
            var written = preview.plan().intent() instanceof GpuStackReleaseIntent ? "clusterpolicies" : "nodes";
            SimulatedHttpServerFaults.of(cluster).addFault("(PATCH|DELETE) /.*/" + written + "/.*",
                    new SimulatedHttpServerFault.TruncatedResponseFault(0), 1);
        }
    }

    private PlanRunReceipt givenUpAtSomeTime(Console console, PlanPreview preview)
            throws ProblemException, InterruptedException {
        var run = console.runner().apply(preview);
        // That the operator has looked at its policy takes time for which it is not always waited.
        boolean hasty = preview.plan().intent() instanceof GpuStackReleaseIntent
                && !(preview.plan().intent() instanceof SetReleaseValuesIntent);
        int patience = hasty ? -1 : random.nextInt(3);
        var looks = new int[] {0};
        try (var _ = run.state().observe(() -> {
            var state = run.state().get();
            // A wait says something new whenever it sees something new.
            if (state.phase() == RunPhase.HALTED || (waits(state.steps()) && looks[0]++ > patience)) {
                run.cancel();
            }
        })) {
            return run.awaitReceipt();
        }
    }

    private static boolean waits(List<PlanStepState> steps) {
        return steps.stream().anyMatch(step -> step.progress() == StepProgress.RUNNING
                && step.planned().step() instanceof PlanStep.AwaitClusterStateStep);
    }

    private static List<String> closed(Console console) throws Exception {
        return nodes(console).stream().filter(node -> node.at("/spec/unschedulable").asBoolean())
                .map(GatePropertyTest::name).map(name -> name + " is cordoned").toList();
    }

    private static List<JsonNode> nodes(Console console) throws Exception {
        return console.read("/api/v1/nodes").path("items").valueStream().toList();
    }

    private static String name(JsonNode node) {
        return node.at("/metadata/name").asText();
    }

    private void note(PlanRunReceipt receipt) {
        if (receipt.ending() != PlanRunReceipt.PlanRunEnding.DONE) {
            givenUp++;
        } else if (receipt.intent() instanceof NodeChangeIntent change
                && change.nodes() instanceof TargetNodeSelection.NamedNodes(var nodes)) {
            told.removeIf(text -> nodes.stream().anyMatch(text::contains) && !text.contains("operator"));
        }
        for (var text : receipt.lastingEffects()) {
            (text.startsWith("The operator continues") || text.startsWith("The operator may still") ? goingOn : told)
                    .add(text);
        }
    }

    /** Once all drivers are replaced nobody closes more than what was closed by then; who removes the operator is told. */
    private void expire(Console console, PlanRunReceipt receipt) throws Exception {
        if (!goingOn.isEmpty() && !(receipt.intent() instanceof GpuStackReleaseIntent.UninstallReleaseIntent)) {
            nodes(console).stream().filter(node -> amid(node) && !waits(node))
                    .forEach(node -> told.add(name(node) + OPERATOR_KEEPS + " or paused"));
        }
        goingOn.clear();
    }

    /** Whether its driver is being replaced. */
    private static boolean amid(JsonNode node) {
        return !DriverUpgradeLabels.isFinished(texts(node.at("/metadata/labels")));
    }

    private static boolean waits(JsonNode node) {
        return node.at("/metadata/labels").path(DriverUpgradeLabels.STATE).asText()
                .equals(DriverUpgradeLabels.REQUIRED);
    }

    /** Whether it is cordoned for that, and was not before. */
    private static boolean cordonedForDriver(JsonNode node) {
        return DriverUpgradeLabels.isCordonedForUpgrade(texts(node.at("/metadata/labels")),
                texts(node.at("/metadata/annotations")));
    }

    private static Map<String, String> texts(JsonNode map) {
        return map.propertyStream().collect(Collectors.toMap(Map.Entry::getKey, text -> text.getValue().asText()));
    }

    private void check(Console console, String round) throws Exception {
        for (var node : nodes(console)) {
            var labels = node.at("/metadata/labels");
            if (node.at("/spec/unschedulable").asBoolean()) {
                assertThat(said(name(node), "cordoned") || (!goingOn.isEmpty() && cordonedForDriver(node)))
                        .as("after %s: %s is cordoned (%s), and receipts say %s", round, name(node),
                                labels.path(DriverUpgradeLabels.STATE).asText(), told)
                        .isTrue();
            }
            var paused = labels.valueStream().map(JsonNode::asText).filter(gate -> gate.startsWith("paused-for-"))
                    .toList();
            if (!paused.isEmpty()) {
                boolean upgraded = !goingOn.isEmpty() || said(name(node), OPERATOR_KEEPS);
                assertThat(said(name(node), "pause") || (upgraded && amid(node)))
                        .as("after %s: gates of %s are %s, and receipts say %s", round, name(node), paused, told)
                        .isTrue();
            }
        }
    }

    private boolean said(String node, String word) {
        return told.stream().anyMatch(text -> text.contains(node) && text.contains(word));
    }
}
