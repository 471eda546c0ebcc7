package tessera.ui.operator;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import tessera.insight.GpuFleet;
import tessera.stack.ChainFinding;
import tessera.stack.ChainLink;
import tessera.stack.GpuStack;
import tessera.stack.StackComponent;
import tessera.ui.kit.DataColumn;
import tessera.ui.kit.NaturalOrder;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.ScreenNotice;
import tessera.ui.kit.TableFilter;
import tessera.ui.kit.TableFilter.ConditionField;
import tessera.ui.operator.OperatorQuery.LinkChoice;
import tessera.ui.operator.OperatorState.ChainDetail;
import tessera.ui.operator.OperatorState.ChainRow;
import tessera.ui.operator.OperatorState.FoundStack;

/** Computes the state of the Operator screen. One thread at a time. */
final class OperatorProjection {

    private static final List<DataColumn<ChainRow>> COLUMNS = ChainColumns.allColumns();
    private static final TableFilter<ChainRow> FILTER = new TableFilter<>(conditionFields(), conditionFlags());
    private static final Comparator<ChainRow> WORST_FIRST = Comparator
            .comparing((ChainRow row) -> row.chain().worstState())
            .thenComparing(ChainRow::name, NaturalOrder.INSTANCE);

    private final GpuStack.GpuStackReader reader = new GpuStack.GpuStackReader();

    OperatorState project(GpuFleet fleet, OperatorQuery query) {
        var notice = ScreenNotice.forSnapshot(fleet.snapshot()).or(() -> createNotice(query.sighting()));
        if (notice.isPresent()) {
            return OperatorState.withNotice(notice.get(), FoundStack.UNSURE);
        }
        var objects = query.sighting().objects().orElseThrow();
        var stack = reader.readStack(fleet, objects, query.now());
        if (objects.isAbsent() && stack.chains().stream().noneMatch(chain -> chain.isServed())) {
            return OperatorState.withNotice(absentNotice(stack),
                    new FoundStack(objects.isComplete(), Optional.empty()));
        }
        var all = stack.chains().stream().map(chain -> new ChainRow(chain, ChainLinkGlyphs.glyphOf(chain)))
                .sorted(WORST_FIRST).toList();
        var filter = FILTER.read(query.filter());
        var rows = all.stream().filter(filter.accepts()).sorted(query.sort().comparator(COLUMNS)).toList();
        var count = NumberText.filteredCount(rows.size(), all.size(), "node");
        return new OperatorState(Optional.empty(), new StackCards(stack, fleet.snapshot(), query.now()).allCards(),
                rows,
                count, filter.problem(), sumsText(stack, query), chainDetail(all, query.chosen()),
                new FoundStack(objects.isAbsent() && objects.isComplete(),
                        objects.release().result().flatMap(found -> found)));
    }

    private static Optional<ScreenNotice> createNotice(StackSighting sighting) {
        if (sighting.objects().isPresent()) {
            return Optional.empty();
        }
        return Optional.of(sighting.problem().map(ScreenNotice::ofProblem)
                .orElseGet(() -> new ScreenNotice(ScreenNotice.NoticeKind.LOADING,
                        "Reading the GPU stack", "Waiting for its release, its policy and its DaemonSets.", "")));
    }

    private static ScreenNotice absentNotice(GpuStack stack) {
        if (!stack.objects().isComplete()) {
            var problem = stack.objects().policies().problem().or(() -> stack.objects().operator().problem())
                    .or(() -> stack.objects().operandSets().problem()).or(() -> stack.objects().release().problem());
            return ScreenNotice.ofProblem(problem.orElseThrow());
        }
        int nodes = stack.chains().size();
        return new ScreenNotice(ScreenNotice.NoticeKind.EMPTY, "The GPU operator is not installed",
                nodes == 0 ? "No node tells of an NVIDIA GPU either. Where there are some, the operator finds and sets "
                        + "them up."
                        : "%s of NVIDIA GPUs, and nothing here that sets up their drivers and offers them to pods."
                                .formatted(NumberText.withNoun(nodes, "node")),
                "");
    }

    private static String sumsText(GpuStack stack, OperatorQuery query) {
        long broken = stack.countNodes(ChainLink.LinkState.BROKEN);
        var text = "%s   ·   %s".formatted(NumberText.withNoun(stack.chains().size(), "node"),
                broken == 0 ? "none is broken" : NumberText.count(broken) + " broken");
        return query.sighting().problem().map(problem -> text + "   ·   not current: " + problem.headline())
                .orElse(text);
    }

    /** Returns the chosen chain link; without a choice, the first that has an explanation. */
    private static Optional<ChainDetail> chainDetail(List<ChainRow> rows, LinkChoice chosen) {
        if (!chosen.open()) {
            return Optional.empty();
        }
        var row = chosen.node().isEmpty()
                ? rows.stream().filter(each -> each.chain().finding().isPresent()).findFirst()
                : rows.stream().filter(each -> each.name().equals(chosen.node())).findFirst();
        return row.map(each -> new ChainDetail(each.chain(), chosen.component()
                .orElseGet(() -> each.chain().finding().map(ChainFinding::component).orElse(StackComponent.DRIVER)),
                each.sign()));
    }

    private static Map<String, ConditionField<ChainRow>> conditionFields() {
        return Map.of("name", ConditionField.text(ChainRow::name), "driver",
                ConditionField.text(ChainColumns::driverText),
                "model",
                ConditionField.text(row -> row.chain().node().product().title()), "at",
                ConditionField
                        .text(row -> row.chain().finding().map(finding -> finding.component().title()).orElse("")),
                "state",
                ConditionField.text(row -> row.chain().worstState().stateText()), "upgrade",
                ConditionField.text(row -> row.chain().upgrade().label()));
    }

    private static Map<String, Predicate<ChainRow>> conditionFlags() {
        return Map.of("broken", row -> row.chain().worstState() == ChainLink.LinkState.BROKEN, "lost",
                row -> row.chain().worstState() == ChainLink.LinkState.UNKNOWN, "cordoned",
                row -> row.chain().node().isCordoned(),
                "upgrading", row -> row.chain().upgrade().isInProgress());
    }
}
