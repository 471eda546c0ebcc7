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

/** Computes what the Operator screen shows. One thread at a time. */
final class OperatorProjection {

    private static final List<DataColumn<ChainRow>> COLUMNS = ChainColumns.all();
    private static final TableFilter<ChainRow> FILTER = new TableFilter<>(fields(), flags());
    private static final Comparator<ChainRow> WORST_FIRST = Comparator
            .comparing((ChainRow row) -> row.chain().worst())
            .thenComparing(ChainRow::name, NaturalOrder.INSTANCE);

    private final GpuStack.StackReader reader = new GpuStack.StackReader();

    OperatorState state(GpuFleet fleet, OperatorQuery query) {
        var notice = ScreenNotice.of(fleet.snapshot()).or(() -> notice(query.sighting()));
        if (notice.isPresent()) {
            return OperatorState.saying(notice.get(), FoundStack.UNSURE);
        }
        var objects = query.sighting().objects().orElseThrow();
        var stack = reader.read(fleet, objects, query.now());
        if (objects.absent() && stack.chains().stream().noneMatch(chain -> chain.served())) {
            return OperatorState.saying(absent(stack), new FoundStack(objects.complete(), Optional.empty()));
        }
        var all = stack.chains().stream().map(chain -> new ChainRow(chain, LinkSigns.glyph(chain)))
                .sorted(WORST_FIRST).toList();
        var filter = FILTER.read(query.filter());
        var rows = all.stream().filter(filter.accepts()).sorted(query.sort().comparator(COLUMNS)).toList();
        var count = NumberText.passing(rows.size(), all.size(), "node");
        return new OperatorState(Optional.empty(), new StackCards(stack, fleet.snapshot(), query.now()).all(), rows,
                count, filter.problem(), sums(stack, query), detail(all, query.chosen()),
                new FoundStack(objects.absent() && objects.complete(),
                        objects.release().found().flatMap(found -> found)));
    }

    private static Optional<ScreenNotice> notice(StackSighting sighting) {
        if (sighting.objects().isPresent()) {
            return Optional.empty();
        }
        return Optional.of(sighting.problem().map(ScreenNotice::failed)
                .orElseGet(() -> new ScreenNotice(ScreenNotice.NoticeKind.LOADING,
                        "Reading the GPU stack", "Waiting for its release, its policy and its DaemonSets.", "")));
    }

    private static ScreenNotice absent(GpuStack stack) {
        if (!stack.objects().complete()) {
            var why = stack.objects().policies().missing().or(() -> stack.objects().operator().missing())
                    .or(() -> stack.objects().sets().missing()).or(() -> stack.objects().release().missing());
            return ScreenNotice.failed(why.orElseThrow());
        }
        int nodes = stack.chains().size();
        return new ScreenNotice(ScreenNotice.NoticeKind.EMPTY, "The GPU operator is not installed",
                nodes == 0 ? "No node tells of an NVIDIA GPU either. Where there are some, the operator finds and sets "
                        + "them up."
                        : "%s of NVIDIA GPUs, and nothing here that sets up their drivers and offers them to pods."
                                .formatted(NumberText.of(nodes, "node")),
                "");
    }

    private static String sums(GpuStack stack, OperatorQuery query) {
        long broken = stack.count(ChainLink.LinkState.BROKEN);
        var words = "%s   ·   %s".formatted(NumberText.of(stack.chains().size(), "node"),
                broken == 0 ? "none is broken" : NumberText.count(broken) + " broken");
        return query.sighting().problem().map(why -> words + "   ·   not current: " + why.headline()).orElse(words);
    }

    /** Where nobody chose yet, the first that is explained. */
    private static Optional<ChainDetail> detail(List<ChainRow> rows, LinkChoice chosen) {
        if (!chosen.open()) {
            return Optional.empty();
        }
        var row = chosen.node().isEmpty()
                ? rows.stream().filter(each -> each.chain().finding().isPresent()).findFirst()
                : rows.stream().filter(each -> each.name().equals(chosen.node())).findFirst();
        return row.map(each -> new ChainDetail(each.chain(), chosen.component()
                .orElseGet(() -> each.chain().finding().map(ChainFinding::at).orElse(StackComponent.DRIVER)),
                each.sign()));
    }

    private static Map<String, ConditionField<ChainRow>> fields() {
        return Map.of("name", ConditionField.text(ChainRow::name), "driver", ConditionField.text(ChainColumns::driver),
                "model",
                ConditionField.text(row -> row.chain().node().product().title()), "at",
                ConditionField.text(row -> row.chain().finding().map(finding -> finding.at().title()).orElse("")),
                "state",
                ConditionField.text(row -> row.chain().worst().words()), "upgrade",
                ConditionField.text(row -> row.chain().upgrade().label()));
    }

    private static Map<String, Predicate<ChainRow>> flags() {
        return Map.of("broken", row -> row.chain().worst() == ChainLink.LinkState.BROKEN, "lost",
                row -> row.chain().worst() == ChainLink.LinkState.UNKNOWN, "cordoned",
                row -> row.chain().node().cordoned(),
                "upgrading", row -> row.chain().upgrade().underWay());
    }
}
