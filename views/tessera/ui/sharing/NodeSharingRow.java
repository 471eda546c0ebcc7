package tessera.ui.sharing;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.insight.GpuGroup;
import tessera.insight.GpuNode;
import tessera.model.MigNodeLabels;
import tessera.model.PodListCompleteness;
import tessera.plan.sharing.NodeSharingConfigComparison;
import tessera.sharing.DevicePluginConfigChoice.ChoiceSource;
import tessera.sharing.DeviceShareCounts;
import tessera.sharing.GpuSharingStrategy;
import tessera.ui.kit.DataColumn;
import tessera.ui.kit.NumberText;
import tessera.ui.mosaic.FleetHeatmapState.NodeCardState;

/**
 * One node in the table of the sharing screen.
 *
 * @param podVisibility   what of the pods is seen
 * @param verdict whether it offers what it is told; empty while that is not known
 */
record NodeSharingRow(NodeCardState card, PodListCompleteness podVisibility,
        Optional<NodeSharingConfigComparison> verdict) {

    private static final String STRATEGY = "nvidia.com/mig.strategy";

    GpuNode node() {
        return card.node();
    }

    String name() {
        return node().name();
    }

    long gpuCount() {
        return node().tally(podVisibility).total();
    }

    boolean isDivided() {
        return node().groups().stream().anyMatch(group -> group.form() == GpuGroup.GpuAllocationForm.MIG);
    }

    GpuSharingStrategy sharingStrategy() {
        return GpuSharingStrategy.fromLabel(node().sharingStrategy()).or(() -> instanceStrategy())
                .orElse(GpuSharingStrategy.NONE);
    }

    /** Returns the strategy of the MIG instances; under the MIG strategy mixed each profile has a label of its own. */
    private Optional<GpuSharingStrategy> instanceStrategy() {
        return node().info().facts().labels().entrySet().stream()
                .filter(label -> label.getKey().startsWith(DeviceShareCounts.MIG)
                        && label.getKey().endsWith(".sharing-strategy"))
                .flatMap(label -> GpuSharingStrategy.fromLabel(label.getValue()).stream())
                .filter(means -> means != GpuSharingStrategy.NONE)
                .findFirst();
    }

    String strategyText() {
        return sharingStrategy() != GpuSharingStrategy.NONE ? sharingStrategy().displayName() + " " + replicasText()
                : isDivided() ? "MIG " + node().info().facts().label(STRATEGY) : strategyKey();
    }

    /** Returns the same in one word, for counting. */
    String strategyKey() {
        return sharingStrategy() != GpuSharingStrategy.NONE ? sharingStrategy().displayName()
                : isDivided() ? "MIG" : "whole";
    }

    /** Returns the shares of each device; a range where resources differ. */
    private String replicasText() {
        var told = node().info().facts().labels().entrySet().stream()
                .filter(label -> label.getKey().endsWith(".replicas")
                        && (label.getKey().startsWith(DeviceShareCounts.MIG)
                                || label.getKey().startsWith(DeviceShareCounts.GPU)))
                .map(label -> label.getValue()).filter(value -> value.matches("[1-9][0-9]{0,5}"))
                .map(Integer::valueOf).sorted().distinct().toList();
        return told.isEmpty() ? ""
                : told.size() == 1 ? "× " + told.getFirst() : "× %d–%d".formatted(told.getFirst(), told.getLast());
    }

    /** Returns the MIG strategy and the configured layout, e.g. “mixed · all-balanced”. */
    String migText() {
        var labels = node().info().facts();
        var strategy = labels.label(STRATEGY);
        var layout = labels.label(MigNodeLabels.CONFIG);
        if (!isDivided()) {
            return labels.label("nvidia.com/mig.capable").equals("true") ? "not divided" : "–";
        }
        return Stream.of(strategy, layout).filter(word -> !word.isEmpty()).collect(Collectors.joining(" · "));
    }

    String configName() {
        return verdict.map(told -> told.choice().configName().isEmpty() ? "none" : told.choice().configName())
                .orElse("–");
    }

    String configSource() {
        return verdict.map(told -> switch (told.choice().source()) {
            case LABEL -> "label";
            case DEFAULT -> "default";
            case FALLBACK -> "fallback";
            case NONE, NOTHING -> "";
        }).orElse("");
    }

    boolean hasConfigLabel() {
        return verdict.filter(told -> told.choice().source() == ChoiceSource.LABEL).isPresent();
    }

    /** Returns the node's resources of NVIDIA's device plugin. */
    private List<String> pluginResources() {
        return node().info().facts().capacity().names().stream()
                .filter(name -> DeviceShareCounts.baseName(name).equals(DeviceShareCounts.GPU)
                        || name.startsWith(DeviceShareCounts.MIG))
                .filter(name -> node().info().facts().capacity().get(name) > 0).toList();
    }

    /** Returns the offered amount; negative where it is not known, as is the held one. */
    long offeredCount() {
        return node().isLost() ? -1
                : pluginResources().stream().mapToLong(name -> node().info().facts().allocatable().get(name)).sum();
    }

    /** Returns each resource and its amount, e.g. “32 gpu”. */
    String advertisedText() {
        return pluginResources().isEmpty() ? "nothing"
                : pluginResources().stream()
                        .map(name -> node().info().facts().allocatable().get(name) + " "
                                + name.substring(name.indexOf('/') + 1))
                        .collect(Collectors.joining(", "));
    }

    long heldCount() {
        return podVisibility == PodListCompleteness.NONE || node().isLost() ? -1
                : pluginResources().stream().mapToLong(name -> node().info().taken().get(name)).sum();
    }

    String heldText() {
        return heldCount() < 0 ? "–" : NumberText.atLeast(heldCount(), podVisibility == PodListCompleteness.ALL);
    }

    /** Returns the most telling problem; empty while there is none, or it is not known. */
    String problemText() {
        return verdict
                .map(told -> told.deviations().stream().map(NodeSharingConfigComparison.SharingDeviation::sentence)
                        .collect(Collectors.joining("\n")))
                .orElse("");
    }

    String statusText() {
        if (verdict.isEmpty()) {
            return "–";
        }
        var reasons = verdict.get().deviations();
        return reasons.isEmpty() ? verdict.get().expected().isPresent() ? "as configured" : "–"
                : reasons.getFirst().brief();
    }

    static List<DataColumn<NodeSharingRow>> columns() {
        return List.of(
                DataColumn.<NodeSharingRow>text("name", "Node", 92, NodeSharingRow::name)
                        .withDrawing(SharingTableCells::nameCell),
                DataColumn.<NodeSharingRow>text("model", "Model", 134, row -> row.node().product().title())
                        .hiddenWhenNarrow(1),
                DataColumn.<NodeSharingRow>number("gpus", "GPUs", 52, NodeSharingRow::gpuCount).hiddenWhenNarrow(3),
                DataColumn.<NodeSharingRow>text("strategy", "Shared", 114, NodeSharingRow::strategyText)
                        .withDrawing(SharingTableCells::strategyCell),
                DataColumn.<NodeSharingRow>text("config", "Configuration", 120, NodeSharingRow::configName)
                        .withDrawing(SharingTableCells::configCell),
                DataColumn.<NodeSharingRow>number("offered", "Offered", 66, NodeSharingRow::offeredCount),
                DataColumn.<NodeSharingRow>number("held", "Held", 50, NodeSharingRow::heldCount)
                        .withText(NodeSharingRow::heldText)
                        .hiddenWhenNarrow(2),
                DataColumn.<NodeSharingRow>text("layout", "Layout", 132, row -> row.node().divisionText())
                        .withDrawing(SharingTableCells::layoutCell),
                DataColumn.<NodeSharingRow>text("standing", "Verified", 176, NodeSharingRow::statusText)
                        .withDrawing(SharingTableCells::statusCell),
                DataColumn.<NodeSharingRow>text("mig", "MIG", 150, NodeSharingRow::migText).hidden(),
                DataColumn.<NodeSharingRow>text("resources", "Resources", 200, NodeSharingRow::advertisedText).hidden(),
                DataColumn.<NodeSharingRow>text("source", "From", 70, NodeSharingRow::configSource).hidden());
    }
}
