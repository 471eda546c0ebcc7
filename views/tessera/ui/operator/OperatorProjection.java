package tessera.ui.operator;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import tessera.insight.Fleet;
import tessera.stack.Component;
import tessera.stack.Finding;
import tessera.stack.GpuStack;
import tessera.stack.Link;
import tessera.ui.kit.Column;
import tessera.ui.kit.Filter;
import tessera.ui.kit.Filter.Field;
import tessera.ui.kit.NaturalOrder;
import tessera.ui.kit.Notice;
import tessera.ui.kit.Numbers;
import tessera.ui.operator.OperatorQuery.Choice;
import tessera.ui.operator.OperatorState.ChainRow;
import tessera.ui.operator.OperatorState.Detail;
import tessera.ui.operator.OperatorState.Found;

/** Computes what the Operator screen shows. One thread at a time. */
final class OperatorProjection {

    private static final List<Column<ChainRow>> COLUMNS = ChainColumns.all();
    private static final Filter<ChainRow> FILTER = new Filter<>(fields(), flags());
    private static final Comparator<ChainRow> WORST_FIRST = Comparator
            .comparing((ChainRow row) -> row.chain().worst())
            .thenComparing(ChainRow::name, NaturalOrder.INSTANCE);

    private final GpuStack.Reader reader = new GpuStack.Reader();

    OperatorState state(Fleet fleet, OperatorQuery query) {
        var notice = Notice.of(fleet.snapshot()).or(() -> notice(query.sighting()));
        if (notice.isPresent()) {
            return OperatorState.saying(notice.get(), Found.UNSURE);
        }
        var objects = query.sighting().objects().orElseThrow();
        var stack = reader.read(fleet, objects, query.now());
        if (objects.absent() && stack.chains().stream().noneMatch(chain -> chain.served())) {
            return OperatorState.saying(absent(stack), new Found(objects.complete(), Optional.empty()));
        }
        var all = stack.chains().stream().map(chain -> new ChainRow(chain, LinkSigns.glyph(chain)))
                .sorted(WORST_FIRST).toList();
        var filter = FILTER.read(query.filter());
        var rows = all.stream().filter(filter.accepts()).sorted(query.sort().comparator(COLUMNS)).toList();
        var count = Numbers.passing(rows.size(), all.size(), "node");
        return new OperatorState(Optional.empty(), new StackCards(stack, fleet.snapshot(), query.now()).all(), rows,
                count, filter.problem(), sums(stack, query), detail(all, query.chosen()),
                new Found(objects.absent() && objects.complete(), objects.release().found().flatMap(found -> found)));
    }

    private static Optional<Notice> notice(StackSighting sighting) {
        if (sighting.objects().isPresent()) {
            return Optional.empty();
        }
        return Optional.of(sighting.problem().map(Notice::failed).orElseGet(() -> new Notice(Notice.Kind.LOADING,
                "Reading the GPU stack", "Waiting for its release, its policy and its DaemonSets.", "")));
    }

    private static Notice absent(GpuStack stack) {
        if (!stack.objects().complete()) {
            var why = stack.objects().policies().missing().or(() -> stack.objects().operator().missing())
                    .or(() -> stack.objects().sets().missing()).or(() -> stack.objects().release().missing());
            return Notice.failed(why.orElseThrow());
        }
        int nodes = stack.chains().size();
        return new Notice(Notice.Kind.EMPTY, "The GPU operator is not installed",
                nodes == 0 ? "No node tells of an NVIDIA GPU either. Where there are some, the operator finds and sets "
                        + "them up."
                        : "%s of NVIDIA GPUs, and nothing here that sets up their drivers and offers them to pods."
                                .formatted(Numbers.of(nodes, "node")),
                "");
    }

    private static String sums(GpuStack stack, OperatorQuery query) {
        long broken = stack.count(Link.State.BROKEN);
        var words = "%s   ·   %s".formatted(Numbers.of(stack.chains().size(), "node"),
                broken == 0 ? "none is broken" : Numbers.count(broken) + " broken");
        return query.sighting().problem().map(why -> words + "   ·   not current: " + why.headline()).orElse(words);
    }

    /** Where nobody chose yet, the first that is explained. */
    private static Optional<Detail> detail(List<ChainRow> rows, Choice chosen) {
        if (!chosen.open()) {
            return Optional.empty();
        }
        var row = chosen.node().isEmpty()
                ? rows.stream().filter(each -> each.chain().finding().isPresent()).findFirst()
                : rows.stream().filter(each -> each.name().equals(chosen.node())).findFirst();
        return row.map(each -> new Detail(each.chain(), chosen.component()
                .orElseGet(() -> each.chain().finding().map(Finding::at).orElse(Component.DRIVER)), each.sign()));
    }

    private static Map<String, Field<ChainRow>> fields() {
        return Map.of("name", Field.text(ChainRow::name), "driver", Field.text(ChainColumns::driver), "model",
                Field.text(row -> row.chain().node().product().title()), "at",
                Field.text(row -> row.chain().finding().map(finding -> finding.at().title()).orElse("")), "state",
                Field.text(row -> row.chain().worst().words()), "upgrade",
                Field.text(row -> row.chain().upgrade().label()));
    }

    private static Map<String, Predicate<ChainRow>> flags() {
        return Map.of("broken", row -> row.chain().worst() == Link.State.BROKEN, "lost",
                row -> row.chain().worst() == Link.State.UNKNOWN, "cordoned", row -> row.chain().node().cordoned(),
                "upgrading", row -> row.chain().upgrade().underWay());
    }
}
