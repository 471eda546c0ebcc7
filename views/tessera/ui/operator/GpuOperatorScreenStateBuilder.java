package tessera.ui.operator;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import tessera.gpu.GpuFleet;
import tessera.stack.BrokenGpuStackComponentFinding;
import tessera.stack.GpuStackComponent;
import tessera.stack.GpuStackStatus;
import tessera.stack.NodeGpuStackComponent;
import tessera.text.MessageCatalog;
import tessera.ui.kit.CountedNoun;
import tessera.ui.kit.DataTableColumn;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.NaturalNameComparator;
import tessera.ui.kit.TableFilterParser;
import tessera.ui.kit.TableFilterParser.FilterableRowProperty;
import tessera.ui.operator.GpuOperatorScreenInput.SelectedComponent;
import tessera.ui.operator.GpuOperatorScreenState.DiscoveredGpuStack;
import tessera.ui.operator.GpuOperatorScreenState.NodeComponentsDetail;
import tessera.ui.operator.GpuOperatorScreenState.NodeComponentsRow;

/** Computes the state of the Operator screen. One thread at a time. */
final class GpuOperatorScreenStateBuilder {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuOperatorScreenStateBuilder.class);
    private static final List<DataTableColumn<NodeComponentsRow>> COLUMNS = GpuStackMatrixColumns.allColumns();
    private static final TableFilterParser<NodeComponentsRow> FILTER = new TableFilterParser<>(conditionFields(),
            conditionFlags());
    private static final Comparator<NodeComponentsRow> WORST_FIRST = Comparator
            .comparing((NodeComponentsRow row) -> row.chain().worstState())
            .thenComparing(NodeComponentsRow::name, NaturalNameComparator.INSTANCE);

    private final GpuStackStatus.GpuStackStatusEvaluator reader = new GpuStackStatus.GpuStackStatusEvaluator();

    GpuOperatorScreenState project(GpuFleet fleet, GpuOperatorScreenInput query) {
        var notice = EmptyScreenNotice.forSnapshot(fleet.snapshot()).or(() -> createNotice(query.sighting()));
        if (notice.isPresent()) {
            return GpuOperatorScreenState.withNotice(notice.get(), DiscoveredGpuStack.UNSURE);
        }
        var objects = query.sighting().objects().orElseThrow();
        var stack = reader.readStack(fleet, objects, query.now());
        if (objects.isAbsent() && stack.chains().stream().noneMatch(chain -> chain.isServed())) {
            return GpuOperatorScreenState.withNotice(absentNotice(stack),
                    new DiscoveredGpuStack(objects.isComplete(), Optional.empty()));
        }
        var all = stack.chains().stream()
                .map(chain -> new NodeComponentsRow(chain, GpuStackComponentGlyphFactory.glyphOf(chain)))
                .sorted(WORST_FIRST).toList();
        var filter = FILTER.read(query.filter());
        var rows = all.stream().filter(filter.accepts()).sorted(query.sort().comparator(COLUMNS)).toList();
        var count = CountedNoun.NODE.filteredText(rows.size(), all.size());
        return new GpuOperatorScreenState(Optional.empty(),
                new GpuStackSummaryCardsBuilder(stack, fleet.snapshot(), query.now()).allCards(), rows, count,
                filter.problem(), sumsText(stack, query), chainDetail(all, query.selection()),
                new DiscoveredGpuStack(objects.isAbsent() && objects.isComplete(),
                        objects.release().result().flatMap(found -> found)));
    }

    private static Optional<EmptyScreenNotice> createNotice(LastReadGpuStack sighting) {
        if (sighting.objects().isPresent()) {
            return Optional.empty();
        }
        return Optional.of(sighting.problem().map(EmptyScreenNotice::ofProblem)
                .orElseGet(() -> new EmptyScreenNotice(EmptyScreenNotice.NoDataReason.LOADING,
                        MESSAGES.text("notice.loading"), MESSAGES.text("notice.loadingDetail"), "")));
    }

    private static EmptyScreenNotice absentNotice(GpuStackStatus stack) {
        if (!stack.objects().isComplete()) {
            var problem = stack.objects().policies().problem().or(() -> stack.objects().operator().problem())
                    .or(() -> stack.objects().operandSets().problem()).or(() -> stack.objects().release().problem());
            return EmptyScreenNotice.ofProblem(problem.orElseThrow());
        }
        int nodes = stack.chains().size();
        return new EmptyScreenNotice(EmptyScreenNotice.NoDataReason.EMPTY, MESSAGES.text("notice.absent"),
                nodes == 0 ? MESSAGES.text("notice.absentNoGpus")
                        : MESSAGES.text("notice.absentDetail", CountedNoun.NODE.countText(nodes)),
                "");
    }

    private static String sumsText(GpuStackStatus stack, GpuOperatorScreenInput query) {
        long broken = stack.countNodes(NodeGpuStackComponent.NodeComponentState.BROKEN);
        return MESSAGES.text("totals", stack.chains().size(), broken,
                query.sighting().problem().map(problem -> problem.headline()));
    }

    /** Returns the chosen component of the chain; without a choice, the first that has an explanation. */
    private static Optional<NodeComponentsDetail> chainDetail(List<NodeComponentsRow> rows,
            SelectedComponent selection) {
        if (!selection.open()) {
            return Optional.empty();
        }
        var row = selection.node().isEmpty()
                ? rows.stream().filter(each -> each.chain().finding().isPresent()).findFirst()
                : rows.stream().filter(each -> each.name().equals(selection.node())).findFirst();
        return row.map(each -> nodeComponentsDetail(each, selection));
    }

    private static NodeComponentsDetail nodeComponentsDetail(NodeComponentsRow each, SelectedComponent selection) {
        return new NodeComponentsDetail(each.chain(),
                selection.component().orElseGet(() -> each.chain().finding()
                        .map(BrokenGpuStackComponentFinding::component).orElse(GpuStackComponent.DRIVER)),
                each.glyph());
    }

    private static Map<String, FilterableRowProperty<NodeComponentsRow>> conditionFields() {
        return Map.of("name", FilterableRowProperty.text(NodeComponentsRow::name), "driver",
                FilterableRowProperty.text(GpuStackMatrixColumns::driverText), "model",
                FilterableRowProperty.text(row -> row.chain().node().product().title()), "at",
                FilterableRowProperty.text(GpuOperatorScreenStateBuilder::brokenComponentTitle), "state",
                FilterableRowProperty.texts(row -> row.chain().worstState().searchTexts()), "upgrade",
                FilterableRowProperty.text(row -> row.chain().upgrade().label()));
    }

    private static String brokenComponentTitle(NodeComponentsRow row) {
        return row.chain().finding().map(finding -> finding.component().title()).orElse("");
    }

    private static Map<String, Predicate<NodeComponentsRow>> conditionFlags() {
        return Map.of("broken", row -> row.chain().worstState() == NodeGpuStackComponent.NodeComponentState.BROKEN,
                "lost", row -> row.chain().worstState() == NodeGpuStackComponent.NodeComponentState.UNKNOWN, "cordoned",
                row -> row.chain().node().isCordoned(), "upgrading", row -> row.chain().upgrade().isInProgress());
    }
}
