package tessera.ui.sharing;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.Tooltip;
import tessera.gpu.GpuNode;
import tessera.gpu.NodeGpuAllocationGroup;
import tessera.model.MigNodeLabels;
import tessera.model.PodListCompleteness;
import tessera.plan.sharing.NodeGpuSharingComparison;
import tessera.plan.sharing.SharingDeviation;
import tessera.sharing.DevicePluginConfigChoice.PluginConfigChoiceOrigin;
import tessera.sharing.DeviceShareCounts;
import tessera.sharing.GpuSharingStrategy;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.ui.heatmap.FleetHeatmapState.NodeCardState;
import tessera.ui.heatmap.GpuTileStrip;
import tessera.ui.kit.DataTableColumn;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/**
 * One node in the table of the sharing screen.
 *
 * @param podVisibility   what of the pods is seen
 * @param sharingComparison whether it offers what it is told; empty while that is not known
 */
record NodeGpuSharingRow(NodeCardState card, PodListCompleteness podVisibility,
        Optional<NodeGpuSharingComparison> sharingComparison) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NodeGpuSharingRow.class);
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
        return node().groups().stream().anyMatch(group -> group.form() == NodeGpuAllocationGroup.GpuAllocationKind.MIG);
    }

    GpuSharingStrategy sharingStrategy() {
        return GpuSharingStrategy.fromLabel(node().sharingStrategy()).or(() -> instanceStrategy())
                .orElse(GpuSharingStrategy.NONE);
    }

    /** Returns the strategy of the MIG instances; under the MIG strategy mixed each profile has a label of its own. */
    private Optional<GpuSharingStrategy> instanceStrategy() {
        return node().info().nodeSummary().labels().entrySet().stream()
                .filter(label -> label.getKey().startsWith(DeviceShareCounts.MIG)
                        && label.getKey().endsWith(".sharing-strategy"))
                .flatMap(label -> GpuSharingStrategy.fromLabel(label.getValue()).stream())
                .filter(means -> means != GpuSharingStrategy.NONE).findFirst();
    }

    String strategyText() {
        if (node().cardSharer().isPresent()) {
            return node().divisionText();
        }
        if (sharingStrategy() != GpuSharingStrategy.NONE) {
            return sharingStrategy().displayName() + " " + replicasText();
        }
        if (isDivided()) {
            return "MIG " + node().info().nodeSummary().label(STRATEGY);
        }
        return strategyKey();
    }

    /** Returns the same in one word, for counting. */
    String strategyKey() {
        return node().cardSharer().orElseGet(
                () -> sharingStrategy() != GpuSharingStrategy.NONE ? sharingStrategy().displayName() : divisionKey());
    }

    /** Returns whether pods get whole GPUs only. */
    private boolean isWhole() {
        return node().cardSharer().isEmpty() && sharingStrategy() == GpuSharingStrategy.NONE && !isDivided();
    }

    private String divisionKey() {
        return isDivided() ? "MIG" : MESSAGES.text("row.whole");
    }

    /** Returns the shares of each device; a range where resources differ. */
    private String replicasText() {
        var told = node().info().nodeSummary().labels().entrySet().stream()
                .filter(label -> label.getKey().endsWith(".replicas")
                        && (label.getKey().startsWith(DeviceShareCounts.MIG)
                                || label.getKey().startsWith(DeviceShareCounts.GPU)))
                .map(label -> label.getValue()).filter(value -> value.matches("[1-9][0-9]{0,5}")).map(Integer::valueOf)
                .sorted().distinct().toList();
        if (told.isEmpty()) {
            return node().replicas() > 1 ? "× " + node().replicas() : "";
        }
        return told.size() == 1 ? "× " + told.getFirst() : "× %d–%d".formatted(told.getFirst(), told.getLast());
    }

    /** Returns the MIG strategy and the configured layout, e.g. “mixed · all-balanced”. */
    String migText() {
        var labels = node().info().nodeSummary();
        var strategy = labels.label(STRATEGY);
        var layout = labels.label(MigNodeLabels.CONFIG);
        if (!isDivided()) {
            return labels.label("nvidia.com/mig.capable").equals("true") ? MESSAGES.text("row.notDivided") : "–";
        }
        return Stream.of(strategy, layout).filter(word -> !word.isEmpty()).collect(Collectors.joining(" · "));
    }

    String configName() {
        return sharingComparison
                .map(comparison -> OptionalText.orElse(comparison.choice().configName(), MESSAGES.text("row.noConfig")))
                .orElse("–");
    }

    String configSource() {
        return sharingComparison.map(comparison -> switch (comparison.choice().source()) {
            case LABEL -> MESSAGES.text("row.label");
            case DEFAULT -> MESSAGES.text("row.default");
            case FALLBACK -> MESSAGES.text("row.fallback");
            case NONE, NOTHING -> "";
        }).orElse("");
    }

    boolean hasConfigLabel() {
        return sharingComparison.filter(comparison -> comparison.choice().source() == PluginConfigChoiceOrigin.LABEL)
                .isPresent();
    }

    /** Returns the node's resources of NVIDIA's device plugin. */
    private List<String> pluginResources() {
        return node().info().nodeSummary().capacity().names().stream()
                .filter(name -> DeviceShareCounts.baseName(name).equals(DeviceShareCounts.GPU)
                        || name.startsWith(DeviceShareCounts.MIG))
                .filter(name -> node().info().nodeSummary().capacity().get(name) > 0).toList();
    }

    /** Returns the offered amount; negative where it is not known, as is the held one. */
    long offeredCount() {
        if (node().isLost()) {
            return -1;
        }
        return pluginResources().stream().mapToLong(name -> node().info().nodeSummary().allocatable().get(name)).sum();
    }

    /** Returns each resource and its amount, e.g. “32 gpu”. */
    String advertisedText() {
        if (pluginResources().isEmpty()) {
            return MESSAGES.text("row.nothing");
        }
        return pluginResources().stream().map(name -> node().info().nodeSummary().allocatable().get(name) + " "
                + name.substring(name.indexOf('/') + 1)).collect(Collectors.joining(", "));
    }

    long heldCount() {
        if (podVisibility == PodListCompleteness.NONE || node().isLost()) {
            return -1;
        }
        return pluginResources().stream().mapToLong(name -> node().info().allocated().get(name)).sum();
    }

    String heldText() {
        if (heldCount() < 0) {
            return "–";
        }
        return GroupedNumberFormatter.atLeast(heldCount(), podVisibility == PodListCompleteness.ALL);
    }

    /** Returns the most telling problem; empty while there is none, or it is not known. */
    String problemText() {
        return sharingComparison.map(comparison -> comparison.deviations().stream().map(SharingDeviation::text)
                .collect(Collectors.joining("\n"))).orElse("");
    }

    String statusText() {
        if (sharingComparison.isEmpty()) {
            return "–";
        }
        var reasons = sharingComparison.get().deviations();
        if (reasons.isEmpty()) {
            if (sharingComparison.get().expected().isPresent()) {
                return MESSAGES.text("row.asConfigured");
            }
            return "–";
        }
        return reasons.getFirst().shortText();
    }

    static List<DataTableColumn<NodeGpuSharingRow>> columns() {
        return List
                .of(DataTableColumn.<NodeGpuSharingRow>text("name", MESSAGES.text("column.node"), 92,
                        NodeGpuSharingRow::name).withDrawing(GpuSharingTableCellFactory::nameCell),
                        DataTableColumn.<NodeGpuSharingRow>text("model", MESSAGES.text("column.model"), 134,
                                row -> row.node().product().title()).hiddenWhenNarrow(1),
                        DataTableColumn.<NodeGpuSharingRow>number("gpus", MESSAGES.text("column.gpus"), 52,
                                NodeGpuSharingRow::gpuCount).hiddenWhenNarrow(3),
                        DataTableColumn.<NodeGpuSharingRow>text("strategy", MESSAGES.text("column.shared"), 114,
                                NodeGpuSharingRow::strategyText).withDrawing(GpuSharingTableCellFactory::strategyCell),
                        DataTableColumn
                                .<NodeGpuSharingRow>text("config", MESSAGES.text("column.config"), 120,
                                        NodeGpuSharingRow::configName)
                                .withDrawing(GpuSharingTableCellFactory::configCell),
                        DataTableColumn.<NodeGpuSharingRow>number("offered", MESSAGES.text("column.offered"), 82,
                                NodeGpuSharingRow::offeredCount),
                        DataTableColumn
                                .<NodeGpuSharingRow>number("held", MESSAGES.text("column.used"), 50,
                                        NodeGpuSharingRow::heldCount)
                                .withText(NodeGpuSharingRow::heldText).hiddenWhenNarrow(2),
                        DataTableColumn
                                .<NodeGpuSharingRow>text("layout", MESSAGES.text("column.layout"), 132,
                                        row -> row.node().divisionText())
                                .withDrawing(GpuSharingTableCellFactory::layoutCell),
                        DataTableColumn
                                .<NodeGpuSharingRow>text("standing", MESSAGES.text("column.verified"), 176,
                                        NodeGpuSharingRow::statusText)
                                .withDrawing(GpuSharingTableCellFactory::statusCell),
                        DataTableColumn.<NodeGpuSharingRow>text("mig", MESSAGES.text("column.mig"), 150,
                                NodeGpuSharingRow::migText).hidden(),
                        DataTableColumn.<NodeGpuSharingRow>text("resources", MESSAGES.text("column.resources"), 200,
                                NodeGpuSharingRow::advertisedText).hidden(),
                        DataTableColumn.<NodeGpuSharingRow>text("source", MESSAGES.text("column.source"), 70,
                                NodeGpuSharingRow::configSource).hidden());
    }

    /** Cells of the sharing table that are drawn. */
    private static final class GpuSharingTableCellFactory {

        private GpuSharingTableCellFactory() {}

        static Node nameCell(NodeGpuSharingRow row) {
            return TextLabelFactory.shrinkableName(row.name(), "strong");
        }

        static Node strategyCell(NodeGpuSharingRow row) {
            var text = TextLabelFactory.label(row.strategyText(), row.isWhole() ? "muted" : "strong");
            if (row.isDivided()) {
                var told = "MIG " + row.migText() + ": " + row.advertisedText();
                Tooltip.install(text, new Tooltip(told));
                text.setAccessibleText(told);
            }
            return text;
        }

        /** Draws the configuration, and its source where no label names it. */
        static Node configCell(NodeGpuSharingRow row) {
            var name = TextLabelFactory.shrinkable(row.configName(), "mono", row.hasConfigLabel() ? "strong" : "muted");
            var source = TextLabelFactory.whole(row.configSource(), "caption");
            return LayoutBoxFactory.row(8, name, source);
        }

        static Node layoutCell(NodeGpuSharingRow row) {
            var strip = new GpuTileStrip();
            strip.show(row.card(), row.podVisibility());
            return strip;
        }

        static Node statusCell(NodeGpuSharingRow row) {
            var problemText = row.problemText();
            if (row.statusText().equals("–")) {
                return TextLabelFactory.label("–", "muted");
            }
            var text = TextLabelFactory.shrinkable(row.statusText(), problemText.isEmpty() ? "muted" : "warn-text");
            var cell = LayoutBoxFactory.row(6, (problemText.isEmpty() ? StatusGlyph.READY : StatusGlyph.WARNING).node(),
                    text);
            if (!problemText.isEmpty()) {
                Tooltip.install(cell, new Tooltip(problemText));
                cell.setAccessibleText(problemText);
            }
            return cell;
        }
    }
}
