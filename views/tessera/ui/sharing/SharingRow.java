package tessera.ui.sharing;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.insight.GpuGroup;
import tessera.insight.GpuNode;
import tessera.model.MigLabels;
import tessera.model.PodSight;
import tessera.plan.sharing.SharingVerdict;
import tessera.sharing.ConfigChoice.Source;
import tessera.sharing.Means;
import tessera.sharing.Shares;
import tessera.ui.kit.Column;
import tessera.ui.kit.Numbers;
import tessera.ui.mosaic.MosaicState.Card;

/**
 * One node in the table of the sharing screen.
 *
 * @param sight   what of the pods is seen
 * @param verdict whether it offers what it is told; empty while that is not known
 */
record SharingRow(Card card, PodSight sight, Optional<SharingVerdict> verdict) {

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
        return node().groups().stream().anyMatch(group -> group.form() == GpuGroup.Form.MIG);
    }

    Means means() {
        return Means.of(node().sharing()).or(() -> instanceMeans()).orElse(Means.NONE);
    }

    /** Under the MIG strategy mixed each profile has a label of its own. */
    private Optional<Means> instanceMeans() {
        return node().info().facts().labels().entrySet().stream()
                .filter(label -> label.getKey().startsWith(Shares.MIG)
                        && label.getKey().endsWith(".sharing-strategy"))
                .flatMap(label -> Means.of(label.getValue()).stream()).filter(means -> means != Means.NONE)
                .findFirst();
    }

    String strategy() {
        return means() != Means.NONE ? means().words() + " " + replicas()
                : divided() ? "MIG " + node().info().facts().label(STRATEGY) : kind();
    }

    /** The same in one word, for counting. */
    String kind() {
        return means() != Means.NONE ? means().words() : divided() ? "MIG" : "whole";
    }

    /** Shares of each device; “3–4” where resources differ. */
    private String replicas() {
        var told = node().info().facts().labels().entrySet().stream()
                .filter(label -> label.getKey().endsWith(".replicas")
                        && (label.getKey().startsWith(Shares.MIG) || label.getKey().startsWith(Shares.GPU)))
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
        return verdict.filter(told -> told.choice().source() == Source.LABEL).isPresent();
    }

    /** Resources of NVIDIA's device plugin that it offers. */
    private List<String> resources() {
        return node().info().facts().capacity().names().stream()
                .filter(name -> Shares.unshared(name).equals(Shares.GPU) || name.startsWith(Shares.MIG))
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
        return sight == PodSight.NONE || node().lost() ? -1
                : resources().stream().mapToLong(name -> node().info().taken().get(name)).sum();
    }

    String heldWords() {
        return held() < 0 ? "–" : Numbers.atLeast(held(), sight == PodSight.ALL);
    }

    /** What is wrong, the most telling first; empty while nothing is, or it is not known. */
    String trouble() {
        return verdict.map(told -> told.reasons().stream().map(SharingVerdict.Reason::sentence)
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

    static List<Column<SharingRow>> columns() {
        return List.of(Column.<SharingRow>text("name", "Node", 92, SharingRow::name).drawn(SharingCells::name),
                Column.<SharingRow>text("model", "Model", 134, row -> row.node().product().title()).spared(1),
                Column.<SharingRow>number("gpus", "GPUs", 52, SharingRow::gpus).spared(3),
                Column.<SharingRow>text("strategy", "Shared", 114, SharingRow::strategy)
                        .drawn(SharingCells::strategy),
                Column.<SharingRow>text("config", "Configuration", 120, SharingRow::config)
                        .drawn(SharingCells::config),
                Column.<SharingRow>number("offered", "Offered", 66, SharingRow::offered),
                Column.<SharingRow>number("held", "Held", 50, SharingRow::held).written(SharingRow::heldWords)
                        .spared(2),
                Column.<SharingRow>text("layout", "Layout", 132, row -> row.node().division())
                        .drawn(SharingCells::layout),
                Column.<SharingRow>text("standing", "Verified", 176, SharingRow::standing)
                        .drawn(SharingCells::standing),
                Column.<SharingRow>text("mig", "MIG", 150, SharingRow::mig).hidden(),
                Column.<SharingRow>text("resources", "Resources", 200, SharingRow::advertised).hidden(),
                Column.<SharingRow>text("source", "From", 70, SharingRow::source).hidden());
    }
}
