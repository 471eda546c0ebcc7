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
 * @param sight   what of the pods is seen
 * @param verdict whether it offers what it is told; empty while that is not known
 */
record SharingRow(NodeCardState card, PodVisibility sight, Optional<SharingVerdict> verdict) {

    private static final String STRATEGY = "nvidia.com/mig.strategy";

    GpuNode node() {
        return card.node();
    }

    String name() {
        return node().name();
    }

    long gpus() {
        return node().tally(sight).total();
    }

    boolean divided() {
        return node().groups().stream().anyMatch(group -> group.form() == GpuGroup.GroupForm.MIG);
    }

    SharingStrategy means() {
        return SharingStrategy.of(node().sharing()).or(() -> instanceMeans()).orElse(SharingStrategy.NONE);
    }

    /** Under the MIG strategy mixed each profile has a label of its own. */
    private Optional<SharingStrategy> instanceMeans() {
        return node().info().facts().labels().entrySet().stream()
                .filter(label -> label.getKey().startsWith(DeviceShares.MIG)
                        && label.getKey().endsWith(".sharing-strategy"))
                .flatMap(label -> SharingStrategy.of(label.getValue()).stream())
                .filter(means -> means != SharingStrategy.NONE)
                .findFirst();
    }

    String strategy() {
        return means() != SharingStrategy.NONE ? means().words() + " " + replicas()
                : divided() ? "MIG " + node().info().facts().label(STRATEGY) : kind();
    }

    /** The same in one word, for counting. */
    String kind() {
        return means() != SharingStrategy.NONE ? means().words() : divided() ? "MIG" : "whole";
    }

    /** Shares of each device; “3–4” where resources differ. */
    private String replicas() {
        var told = node().info().facts().labels().entrySet().stream()
                .filter(label -> label.getKey().endsWith(".replicas")
                        && (label.getKey().startsWith(DeviceShares.MIG) || label.getKey().startsWith(DeviceShares.GPU)))
                .map(label -> label.getValue()).filter(value -> value.matches("[1-9][0-9]{0,5}"))
                .map(Integer::valueOf).sorted().distinct().toList();
        return told.isEmpty() ? ""
                : told.size() == 1 ? "× " + told.getFirst() : "× %d–%d".formatted(told.getFirst(), told.getLast());
    }

    /** By which strategy MIG instances are offered, and the layout that was told, e.g. “mixed · all-balanced”. */
    String mig() {
        var labels = node().info().facts();
        var strategy = labels.label(STRATEGY);
        var layout = labels.label(MigLabels.CONFIG);
        if (!divided()) {
            return labels.label("nvidia.com/mig.capable").equals("true") ? "not divided" : "–";
        }
        return Stream.of(strategy, layout).filter(word -> !word.isEmpty()).collect(Collectors.joining(" · "));
    }

    String config() {
        return verdict.map(told -> told.choice().key().isEmpty() ? "none" : told.choice().key()).orElse("–");
    }

    String source() {
        return verdict.map(told -> switch (told.choice().source()) {
            case LABEL -> "label";
            case DEFAULT -> "default";
            case FALLBACK -> "fallback";
            case NONE, NOTHING -> "";
        }).orElse("");
    }

    boolean labelled() {
        return verdict.filter(told -> told.choice().source() == ChoiceSource.LABEL).isPresent();
    }

    /** Resources of NVIDIA's device plugin that it offers. */
    private List<String> resources() {
        return node().info().facts().capacity().names().stream()
                .filter(name -> DeviceShares.unshared(name).equals(DeviceShares.GPU)
                        || name.startsWith(DeviceShares.MIG))
                .filter(name -> node().info().facts().capacity().get(name) > 0).toList();
    }

    /** Negative where it is not known, as is what is held. */
    long offered() {
        return node().lost() ? -1
                : resources().stream().mapToLong(name -> node().info().facts().allocatable().get(name)).sum();
    }

    /** Each resource and how much of it there is, e.g. “32 gpu”. */
    String advertised() {
        return resources().isEmpty() ? "nothing"
                : resources().stream()
                        .map(name -> node().info().facts().allocatable().get(name) + " "
                                + name.substring(name.indexOf('/') + 1))
                        .collect(Collectors.joining(", "));
    }

    long held() {
        return sight == PodVisibility.NONE || node().lost() ? -1
                : resources().stream().mapToLong(name -> node().info().taken().get(name)).sum();
    }

    String heldWords() {
        return held() < 0 ? "–" : NumberText.atLeast(held(), sight == PodVisibility.ALL);
    }

    /** What is wrong, the most telling first; empty while nothing is, or it is not known. */
    String trouble() {
        return verdict.map(told -> told.reasons().stream().map(SharingVerdict.SharingDeviation::sentence)
                .collect(Collectors.joining("\n"))).orElse("");
    }

    String standing() {
        if (verdict.isEmpty()) {
            return "–";
        }
        var reasons = verdict.get().reasons();
        return reasons.isEmpty() ? verdict.get().expected().isPresent() ? "as configured" : "–"
                : reasons.getFirst().brief();
    }

    static List<DataColumn<SharingRow>> columns() {
        return List.of(DataColumn.<SharingRow>text("name", "Node", 92, SharingRow::name).drawn(SharingCells::name),
                DataColumn.<SharingRow>text("model", "Model", 134, row -> row.node().product().title()).spared(1),
                DataColumn.<SharingRow>number("gpus", "GPUs", 52, SharingRow::gpus).spared(3),
                DataColumn.<SharingRow>text("strategy", "Shared", 114, SharingRow::strategy)
                        .drawn(SharingCells::strategy),
                DataColumn.<SharingRow>text("config", "Configuration", 120, SharingRow::config)
                        .drawn(SharingCells::config),
                DataColumn.<SharingRow>number("offered", "Offered", 66, SharingRow::offered),
                DataColumn.<SharingRow>number("held", "Held", 50, SharingRow::held).written(SharingRow::heldWords)
                        .spared(2),
                DataColumn.<SharingRow>text("layout", "Layout", 132, row -> row.node().division())
                        .drawn(SharingCells::layout),
                DataColumn.<SharingRow>text("standing", "Verified", 176, SharingRow::standing)
                        .drawn(SharingCells::standing),
                DataColumn.<SharingRow>text("mig", "MIG", 150, SharingRow::mig).hidden(),
                DataColumn.<SharingRow>text("resources", "Resources", 200, SharingRow::advertised).hidden(),
                DataColumn.<SharingRow>text("source", "From", 70, SharingRow::source).hidden());
    }
}
