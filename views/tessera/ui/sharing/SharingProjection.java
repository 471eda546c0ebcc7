package tessera.ui.sharing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import tessera.insight.GpuFleet;
import tessera.insight.GpuNode;
import tessera.model.Problem;
import tessera.plan.context.SharingSetup;
import tessera.plan.context.SharingSetup.PluginKeeper;
import tessera.plan.sharing.SharingVerdict;
import tessera.sharing.ConfigChoice;
import tessera.sharing.ConfigDocument;
import tessera.sharing.SharingStrategy;
import tessera.ui.kit.DataColumn;
import tessera.ui.kit.NaturalOrder;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.ScreenNotice;
import tessera.ui.kit.TableFilter;
import tessera.ui.kit.TableFilter.ConditionField;
import tessera.ui.mosaic.NodeCards;
import tessera.ui.sharing.SharingState.Config;
import tessera.ui.sharing.SharingState.Tellers;

/** Computes what the sharing screen shows. Remembers the cards of unchanged nodes; one thread at a time. */
final class SharingProjection {

    private static final List<DataColumn<SharingRow>> COLUMNS = SharingRow.columns();
    private static final TableFilter<SharingRow> FILTER = new TableFilter<>(fields(), flags());
    private static final String VENDOR = "NVIDIA";
    /** So many nodes are named. */
    private static final int FEW = 3;

    private final NodeCards cards = new NodeCards(node -> "");

    SharingState state(GpuFleet fleet, SharingQuery query) {
        var notice = ScreenNotice.of(fleet.snapshot());
        if (notice.isPresent()) {
            return nothing(notice.get());
        }
        var setup = query.told() instanceof SharingSources.SharingKnown(var known) ? Optional.of(known)
                : Optional.<SharingSetup>empty();
        var all = rows(fleet, setup);
        if (all.isEmpty()) {
            return nothing(new ScreenNotice(ScreenNotice.NoticeKind.EMPTY, "No node has a GPU of NVIDIA",
                    "GPUs are shared by NVIDIA's device plugin; there is none of them here.", ""));
        }
        var filter = FILTER.read(query.filter());
        var rows = all.stream().filter(filter.accepts()).sorted(query.sort().comparator(COLUMNS)).toList();
        var count = NumberText.passing(rows.size(), all.size(), "node");
        int mark = all.stream().map(row -> row.node().info().facts().label(ConfigChoice.LABEL) + row.advertised())
                .toList().hashCode();
        return new SharingState(Optional.empty(), rows, count, filter.problem(), sums(rows) + others(fleet),
                tellers(query.told(), all), mark);
    }

    private static SharingState nothing(ScreenNotice notice) {
        return new SharingState(Optional.of(notice), List.of(), "", "", "",
                new Tellers(List.of(), List.of(), Optional.empty(), false), 0);
    }

    private List<SharingRow> rows(GpuFleet fleet, Optional<SharingSetup> setup) {
        var rows = new ArrayList<SharingRow>();
        for (var card : cards.of(fleet)) {
            if (plugged(card.node())) {
                rows.add(new SharingRow(card, fleet.snapshot().podSight(),
                        setup.map(known -> SharingVerdict.of(card.node().info(), known))));
            }
        }
        rows.sort((left, right) -> NaturalOrder.INSTANCE.compare(left.name(), right.name()));
        return rows;
    }

    /** Whether NVIDIA's device plugin hands out its GPUs. */
    private static boolean plugged(GpuNode node) {
        return node.vendor().equals(VENDOR) && !node.byClaims();
    }

    private static String why(GpuNode node) {
        return node.vendor().equals(VENDOR) ? "by claims" : node.vendor();
    }

    /** Nodes whose GPUs are shared by other means. */
    private static String others(GpuFleet fleet) {
        var others = fleet.nodes().stream().filter(node -> !plugged(node)).toList();
        if (others.isEmpty()) {
            return "";
        }
        var names = others.size() > FEW
                ? others.stream()
                        .collect(Collectors.groupingBy(SharingProjection::why, TreeMap::new, Collectors.counting()))
                        .entrySet().stream().map(reason -> NumberText.count(reason.getValue()) + " " + reason.getKey())
                : others.stream().map(node -> "%s (%s)".formatted(node.name(), why(node)));
        return "   ·   not listed: " + names.collect(Collectors.joining(", "));
    }

    private static String sums(List<SharingRow> rows) {
        var parts = new ArrayList<String>();
        parts.add(NumberText.of(rows.size(), "node"));
        for (var kind : List.of("MIG", SharingStrategy.TIME_SLICING.words(), SharingStrategy.MPS.words(), "whole")) {
            long number = rows.stream().filter(row -> row.kind().equals(kind)).count();
            if (number > 0) {
                parts.add(NumberText.count(number) + " " + kind);
            }
        }
        long wrong = rows.stream().filter(row -> !row.trouble().isEmpty()).count();
        if (wrong > 0) {
            parts.add(NumberText.count(wrong) + (wrong == 1 ? " needs a look" : " need a look"));
        }
        return String.join("   ·   ", parts);
    }

    private static Tellers tellers(SharingSources told, List<SharingRow> rows) {
        return switch (told) {
            case SharingSources.SharingUnread _ -> new Tellers(List.of(), List.of(), Optional.empty(), true);
            case SharingSources.SharingUnreadable(var why) ->
                new Tellers(List.of(), List.of(), Optional.of(why), false);
            case SharingSources.SharingKnown(var setup) ->
                new Tellers(words(setup), configs(setup, rows), gap(setup), false);
        };
    }

    private static List<String> words(SharingSetup setup) {
        var keeper = switch (setup.keeper().kind()) {
            case OPERATOR -> "GPU operator, ClusterPolicy " + setup.keeper().policy();
            case STANDALONE -> "Device plugin without an operator, in " + setup.namespace();
            case NONE -> "No device plugin of NVIDIA was found";
        };
        if (setup.keeper().kind() == PluginKeeper.KeeperKind.NONE) {
            return List.of(keeper);
        }
        return List.of(keeper, setup.told().map().isEmpty() ? "It has no configurations: nothing is shared"
                : "ConfigMap %s/%s".formatted(setup.namespace(), setup.told().map()),
                "Default of nodes without a label: "
                        + (setup.told().usual().isEmpty() ? "none" : setup.told().usual()));
    }

    private static Optional<Problem> gap(SharingSetup setup) {
        if (setup.gap().isEmpty() && setup.configs().isEmpty() && !setup.told().map().isEmpty()) {
            return Optional.of(new Problem(Problem.ProblemKind.NOT_FOUND, "There is no ConfigMap " + setup.told().map(),
                    "Device plugins that are told of it cannot start.", "Share GPUs: it is created then."));
        }
        return setup.gap();
    }

    private static List<Config> configs(SharingSetup setup, List<SharingRow> rows) {
        var labelled = new HashMap<String, List<String>>();
        var others = new HashMap<String, Integer>();
        for (var row : rows) {
            var choice = row.verdict().map(SharingVerdict::choice).orElseThrow();
            if (row.labelled()) {
                labelled.computeIfAbsent(choice.key(), _ -> new ArrayList<>()).add(row.name());
            } else {
                others.merge(choice.key(), 1, Integer::sum);
            }
        }
        var documents = setup.documents();
        var names = new TreeSet<>(documents.keySet());
        names.addAll(labelled.keySet());
        if (!setup.told().usual().isEmpty() && !setup.told().map().isEmpty()) {
            names.add(setup.told().usual());
        }
        boolean known = setup.gap().isEmpty();
        return names.stream().filter(name -> known || labelled.containsKey(name))
                .map(name -> new Config(name,
                        Optional.ofNullable(documents.get(name)).orElseGet(() -> ConfigDocument.read("version: v1")),
                        labelled.getOrDefault(name, List.of()), others.getOrDefault(name, 0),
                        name.equals(setup.told().usual()), known && !documents.containsKey(name)))
                .collect(Collectors.toList());
    }

    private static Map<String, ConditionField<SharingRow>> fields() {
        return Map.ofEntries(Map.entry("name", ConditionField.text(SharingRow::name)),
                Map.entry("model", ConditionField.text(row -> row.node().product().title() + " " + row.node().label())),
                Map.entry("strategy", ConditionField.text(row -> row.means().label())),
                Map.entry("config", ConditionField.text(SharingRow::config)),
                Map.entry("gpus", number(SharingRow::gpus)),
                Map.entry("offered", number(SharingRow::offered)), Map.entry("held", number(SharingRow::held)));
    }

    private static ConditionField<SharingRow> number(ToLongFunction<SharingRow> number) {
        return ConditionField.number(row -> number.applyAsLong(row) < 0 ? OptionalDouble.empty()
                : OptionalDouble.of((double) number.applyAsLong(row)));
    }

    private static Map<String, Predicate<SharingRow>> flags() {
        return Map.of("shared", row -> row.means() != SharingStrategy.NONE, "mig", SharingRow::divided, "labelled",
                SharingRow::labelled, "differs", row -> !row.trouble().isEmpty());
    }
}
