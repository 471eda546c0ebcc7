package tessera.ui.sharing;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.insight.GpuGroup;
import tessera.insight.GpuNode;
import tessera.model.MigLabels;
import tessera.model.PodVisibility;
import tessera.plan.sharing.SharingVerdict;
import tessera.sharing.ConfigChoice.ChoiceSource;
import tessera.sharing.DeviceShares;
import tessera.sharing.SharingStrategy;
import tessera.ui.kit.DataColumn;
import tessera.ui.kit.NumberText;
import tessera.ui.mosaic.MosaicState.NodeCardState;

/**
 * One node in the table of the sharing screen.
 *
 * @param podVisibility   what of the pods is seen
 * @param verdict whether it offers what it is told; empty while that is not known
 */
record SharingRow(NodeCardState card, PodVisibility podVisibility, Optional<SharingVerdict> verdict) {

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
        return node().groups().stream().anyMatch(group -> group.form() == GpuGroup.GroupForm.MIG);
    }

    SharingStrategy sharingStrategy() {
        return SharingStrategy.fromLabel(node().sharingStrategy()).or(() -> instanceStrategy())
                .orElse(SharingStrategy.NONE);
    }

    /** Returns the strategy of the MIG instances; under the MIG strategy mixed each profile has a label of its own. */
    private Optional<SharingStrategy> instanceStrategy() {
        return node().info().facts().labels().entrySet().stream()
                .filter(label -> label.getKey().startsWith(DeviceShares.MIG)
                        && label.getKey().endsWith(".sharing-strategy"))
                .flatMap(label -> SharingStrategy.fromLabel(label.getValue()).stream())
                .filter(means -> means != SharingStrategy.NONE)
                .findFirst();
    }

    String strategyText() {
        return sharingStrategy() != SharingStrategy.NONE ? sharingStrategy().displayName() + " " + replicasText()
                : isDivided() ? "MIG " + node().info().facts().label(STRATEGY) : strategyKey();
    }

    /** Returns the same in one word, for counting. */
    String strategyKey() {
        return sharingStrategy() != SharingStrategy.NONE ? sharingStrategy().displayName()
                : isDivided() ? "MIG" : "whole";
    }

    /** Returns the shares of each device; a range where resources differ. */
    private String replicasText() {
        var told = node().info().facts().labels().entrySet().stream()
                .filter(label -> label.getKey().endsWith(".replicas")
                        && (label.getKey().startsWith(DeviceShares.MIG) || label.getKey().startsWith(DeviceShares.GPU)))
                .map(label -> label.getValue()).filter(value -> value.matches("[1-9][0-9]{0,5}"))
                .map(Integer::valueOf).sorted().distinct().toList();
        return told.isEmpty() ? ""
                : told.size() == 1 ? "× " + told.getFirst() : "× %d–%d".formatted(told.getFirst(), told.getLast());
    }

    /** Returns the MIG strategy and the configured layout, e.g. “mixed · all-balanced”. */
    String migText() {
        var labels = node().info().facts();
        var strategy = labels.label(STRATEGY);
        var layout = labels.label(MigLabels.CONFIG);
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
                .filter(name -> DeviceShares.baseName(name).equals(DeviceShares.GPU)
                        || name.startsWith(DeviceShares.MIG))
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
        return podVisibility == PodVisibility.NONE || node().isLost() ? -1
                : pluginResources().stream().mapToLong(name -> node().info().taken().get(name)).sum();
    }

    String heldText() {
        return heldCount() < 0 ? "–" : NumberText.atLeast(heldCount(), podVisibility == PodVisibility.ALL);
    }

    /** Returns the most telling problem; empty while there is none, or it is not known. */
    String problemText() {
        return verdict.map(told -> told.deviations().stream().map(SharingVerdict.SharingDeviation::sentence)
                .collect(Collectors.joining("\n"))).orElse("");
    }

    String statusText() {
        if (verdict.isEmpty()) {
            return "–";
        }
        var reasons = verdict.get().deviations();
        return reasons.isEmpty() ? verdict.get().expected().isPresent() ? "as configured" : "–"
                : reasons.getFirst().brief();
    }

    static List<DataColumn<SharingRow>> columns() {
        return List.of(
                DataColumn.<SharingRow>text("name", "Node", 92, SharingRow::name).withDrawing(SharingCells::nameCell),
                DataColumn.<SharingRow>text("model", "Model", 134, row -> row.node().product().title())
                        .hiddenWhenNarrow(1),
                DataColumn.<SharingRow>number("gpus", "GPUs", 52, SharingRow::gpuCount).hiddenWhenNarrow(3),
                DataColumn.<SharingRow>text("strategy", "Shared", 114, SharingRow::strategyText)
                        .withDrawing(SharingCells::strategyCell),
                DataColumn.<SharingRow>text("config", "Configuration", 120, SharingRow::configName)
                        .withDrawing(SharingCells::configCell),
                DataColumn.<SharingRow>number("offered", "Offered", 66, SharingRow::offeredCount),
                DataColumn.<SharingRow>number("held", "Held", 50, SharingRow::heldCount).withText(SharingRow::heldText)
                        .hiddenWhenNarrow(2),
                DataColumn.<SharingRow>text("layout", "Layout", 132, row -> row.node().divisionText())
                        .withDrawing(SharingCells::layoutCell),
                DataColumn.<SharingRow>text("standing", "Verified", 176, SharingRow::statusText)
                        .withDrawing(SharingCells::statusCell),
                DataColumn.<SharingRow>text("mig", "MIG", 150, SharingRow::migText).hidden(),
                DataColumn.<SharingRow>text("resources", "Resources", 200, SharingRow::advertisedText).hidden(),
                DataColumn.<SharingRow>text("source", "From", 70, SharingRow::configSource).hidden());
    }
}
