package tessera.ui.quota;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.GpuFleet;
import tessera.model.Problem;
import tessera.model.SessionConnection;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;
import tessera.quota.QuotaLine.LineStatus;
import tessera.quota.QuotaOverview;
import tessera.quota.QuotaTable;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.DataColumn;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.ScreenNotice;
import tessera.ui.kit.TableFilter;
import tessera.ui.kit.TableFilter.ConditionField;

/** Computes the state of the quota screen. */
final class QuotaProjection {

    private static final List<DataColumn<QuotaRow>> COLUMNS = QuotaRow.columns();
    private static final TableFilter<QuotaRow> FILTER = new TableFilter<>(conditionFields(), conditionFlags());

    private final AcceleratorCatalog accelerators;

    QuotaProjection(AcceleratorCatalog accelerators) {
        this.accelerators = accelerators;
    }

    QuotaState project(GpuFleet fleet, QuotaQuery query) {
        var notice = ScreenNotice.forSnapshot(fleet.snapshot());
        if (notice.isPresent() && nodeAccessProblem(fleet.snapshot()).isEmpty()) {
            return QuotaState.withNotice(notice.get());
        }
        return switch (query.sources()) {
            case QuotaSources.QuotasUnread _ ->
                QuotaState.withNotice(new ScreenNotice(ScreenNotice.NoticeKind.LOADING, "Reading the quotas",
                        "Waiting for the cluster's ResourceQuotas and LimitRanges.", ""));
            case QuotaSources.QuotasUnreadable(var problem) -> QuotaState.withNotice(ScreenNotice.ofProblem(problem));
            case QuotaSources.QuotasKnown known -> knownState(fleet, query, known);
        };
    }

    /** Returns the reason why nodes may not be read: quotas can be shown without them. */
    private static Optional<Problem> nodeAccessProblem(Snapshot snapshot) {
        return snapshot.nodeHealth() instanceof SourceHealth.UnavailableSource(var problem)
                && problem.kind() == Problem.ProblemKind.FORBIDDEN
                && wasReached(snapshot.connection()) ? Optional.of(problem) : Optional.empty();
    }

    /** Returns whether the cluster has ever answered, even if it does not now. */
    private static boolean wasReached(SessionConnection connection) {
        return switch (connection) {
            case SessionConnection.LiveConnection _,SessionConnection.RefusedConnection _,SessionConnection.ReconnectingSession _,SessionConnection.StaleConnection _ ->
                true;
            default -> false;
        };
    }

    private QuotaState knownState(GpuFleet fleet, QuotaQuery query, QuotaSources.QuotasKnown known) {
        var quotas = known.quotas();
        var all = QuotaTable.buildLines(quotas, fleet.snapshot(), accelerators).stream().map(QuotaRow::new)
                .filter(row -> query.namespace().isEmpty()
                        || (!row.isQueue() && row.owner().equals(query.namespace())))
                .sorted(Comparator.comparingInt(QuotaRow::urgencyRank)).toList();
        var filter = FILTER.read(query.filter());
        var rows = all.stream().filter(filter.accepts()).sorted(query.sort().comparator(COLUMNS)).toList();
        var count = NumberText.filteredCount(rows.size(), all.size(), "row");
        return new QuotaState(all.isEmpty() ? Optional.of(emptyNotice(query, quotas)) : Optional.empty(), rows, count,
                filter.problem(), sumsText(rows, known.outdated()),
                all.stream().filter(row -> row.exhaustedText().isPresent()).toList(),
                Optional.of(quotas),
                nodeAccessProblem(fleet.snapshot())
                        .map(problem -> problem.withContext("What is free on nodes is not known")));
    }

    /** Returns the reason why there is no line. */
    private static ScreenNotice emptyNotice(QuotaQuery query, QuotaOverview quotas) {
        return quotas.quotaProblem().map(ScreenNotice::ofProblem)
                .orElseGet(() -> new ScreenNotice(ScreenNotice.NoticeKind.EMPTY,
                        query.namespace().isEmpty() ? "No quota limits GPUs"
                                : "No quota limits GPUs in " + query.namespace(),
                        "No pod wants any either. New team… makes a namespace with a quota.", ""));
    }

    private static String sumsText(List<QuotaRow> rows, Optional<QuotaSources.QuotasOutdated> outdated) {
        var parts = new ArrayList<String>();
        outdated.ifPresent(old -> parts.add("read %s ago, not current: %s".formatted(AgeText.brief(old.age()),
                old.why().headline())));
        parts.add(
                NumberText.withNoun(rows.stream().filter(row -> !row.isQueue()).map(QuotaRow::owner).distinct().count(),
                        "namespace"));
        long queues = rows.stream().filter(QuotaRow::isQueue).map(QuotaRow::owner).distinct().count();
        if (queues > 0) {
            parts.add(NumberText.withNoun(queues, "queue"));
        }
        addCount(parts, rows, "full", row -> row.hasStatus(LineStatus.FULL) || row.hasStatus(LineStatus.EXCEEDED));
        addCount(parts, rows, "closed", row -> row.hasStatus(LineStatus.CLOSED));
        addCount(parts, rows, "without a node", row -> row.hasStatus(LineStatus.NOWHERE));
        addCount(parts, rows, "nearly full", row -> row.hasStatus(LineStatus.NEARLY_FULL));
        addCount(parts, rows, "without a quota", row -> row.hasStatus(LineStatus.UNLIMITED));
        addCount(parts, rows, "without effect", row -> row.hasStatus(LineStatus.LIMITS_NOTHING));
        addCount(parts, rows, "not known", row -> row.hasStatus(LineStatus.UNKNOWN));
        return String.join("   ·   ", parts);
    }

    private static void addCount(List<String> parts, List<QuotaRow> rows, String text, Predicate<QuotaRow> which) {
        long number = rows.stream().filter(which).count();
        if (number > 0) {
            parts.add(NumberText.count(number) + " " + text);
        }
    }

    private static Map<String, ConditionField<QuotaRow>> conditionFields() {
        return Map.ofEntries(Map.entry("ns", ConditionField.text(QuotaRow::owner)),
                Map.entry("quota", ConditionField.text(QuotaRow::sourceName)),
                Map.entry("resource", ConditionField.text(row -> row.line().key())),
                Map.entry("standing", ConditionField.text(QuotaRow::statusText)),
                Map.entry("state", ConditionField.text(QuotaRow::statusText)),
                Map.entry("used", numberField(QuotaRow::used)),
                Map.entry("hard", numberField(QuotaRow::hard)), Map.entry("limit", numberField(QuotaRow::hard)),
                Map.entry("left", numberField(QuotaRow::left)),
                Map.entry("free", numberField(QuotaRow::free)),
                Map.entry("start", numberField(QuotaRow::startableAmount)));
    }

    private static ConditionField<QuotaRow> numberField(ToLongFunction<QuotaRow> number) {
        return ConditionField.number(row -> number.applyAsLong(row) < 0 ? OptionalDouble.empty()
                : OptionalDouble.of((double) number.applyAsLong(row)));
    }

    private static Map<String, Predicate<QuotaRow>> conditionFlags() {
        return Map.of("closed", row -> row.hasStatus(LineStatus.CLOSED), "full",
                row -> row.hasStatus(LineStatus.FULL) || row.hasStatus(LineStatus.EXCEEDED), "nearly",
                row -> row.hasStatus(LineStatus.NEARLY_FULL), "queue", QuotaRow::isQueue, "unlimited",
                row -> row.hasStatus(LineStatus.UNLIMITED), "useless", row -> row.hasStatus(LineStatus.LIMITS_NOTHING),
                "unknown",
                row -> row.hasStatus(LineStatus.UNKNOWN));
    }
}
