package tessera.ui.quota;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuResourceClaimDetector;
import tessera.model.ClusterSnapshot;
import tessera.model.Problem;
import tessera.model.SessionConnectionStatus;
import tessera.model.SnapshotCollectionHealth;
import tessera.quota.QuotaOverview;
import tessera.quota.QuotaTableBuilder;
import tessera.quota.QuotaTableRow.QuotaRowStatus;
import tessera.text.MessageCatalog;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.CountedNoun;
import tessera.ui.kit.DataTableColumn;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.TableFilterParser;
import tessera.ui.kit.TableFilterParser.FilterableRowProperty;

/** Computes the state of the quota screen. */
final class QuotaScreenStateBuilder {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(QuotaScreenStateBuilder.class);
    private static final List<DataTableColumn<QuotaRow>> COLUMNS = QuotaRow.columns();
    private static final TableFilterParser<QuotaRow> FILTER = new TableFilterParser<>(conditionFields(),
            conditionFlags());

    private final AcceleratorCatalog accelerators;

    QuotaScreenStateBuilder(AcceleratorCatalog accelerators) {
        this.accelerators = accelerators;
    }

    QuotaScreenState project(GpuFleet fleet, QuotaScreenInput query) {
        var notice = EmptyScreenNotice.forSnapshot(fleet.snapshot());
        if (notice.isPresent() && nodeAccessProblem(fleet.snapshot()).isEmpty()) {
            return QuotaScreenState.withNotice(notice.get());
        }
        return switch (query.sources()) {
            case QuotaReadState.UnreadQuotas _ ->
                QuotaScreenState.withNotice(new EmptyScreenNotice(EmptyScreenNotice.NoDataReason.LOADING,
                        MESSAGES.text("list.loading"), MESSAGES.text("list.loadingDetail"), ""));
            case QuotaReadState.UnreadableQuotas(var problem) ->
                QuotaScreenState.withNotice(EmptyScreenNotice.ofProblem(problem));
            case QuotaReadState.KnownQuotas known -> knownState(fleet, query, known);
        };
    }

    /** Returns the reason why nodes may not be read: quotas can be shown without them. */
    private static Optional<Problem> nodeAccessProblem(ClusterSnapshot clusterSnapshot) {
        if (clusterSnapshot.nodeHealth() instanceof SnapshotCollectionHealth.UnavailableCollection(var problem)
                && problem.kind() == Problem.OperationProblemKind.FORBIDDEN
                && wasReached(clusterSnapshot.connection())) {
            return Optional.of(problem);
        }
        return Optional.empty();
    }

    /** Returns whether the cluster has ever answered, even if it does not now. */
    private static boolean wasReached(SessionConnectionStatus connection) {
        return switch (connection) {
            case SessionConnectionStatus.LiveConnection _,SessionConnectionStatus.RefusedConnection _,SessionConnectionStatus.InterruptedConnection _,SessionConnectionStatus.StaleConnection _ ->
                true;
            default -> false;
        };
    }

    private QuotaScreenState knownState(GpuFleet fleet, QuotaScreenInput query, QuotaReadState.KnownQuotas known) {
        var quotas = known.quotas();
        var all = QuotaTableBuilder.buildLines(quotas, fleet.snapshot(), accelerators).stream().map(QuotaRow::new)
                .filter(row -> query.namespace().isEmpty() || (!row.isQueue() && row.owner().equals(query.namespace())))
                .sorted(Comparator.comparingInt(QuotaRow::urgencyRank)).toList();
        var filter = FILTER.read(query.filter());
        var rows = all.stream().filter(filter.accepts()).sorted(query.sort().comparator(COLUMNS)).toList();
        var count = CountedNoun.ROW.filteredText(rows.size(), all.size());
        return new QuotaScreenState(all.isEmpty() ? Optional.of(emptyNotice(query, quotas, fleet)) : Optional.empty(),
                rows, count, filter.problem(), sumsText(rows, known.outdated()),
                all.stream().filter(row -> row.exhaustedText().isPresent()).toList(), Optional.of(quotas),
                nodeAccessProblem(fleet.snapshot())
                        .map(problem -> problem.withContext(MESSAGES.reason("list.capacityUnknown"))));
    }

    /** Returns the reason why there is no line. */
    private static EmptyScreenNotice emptyNotice(QuotaScreenInput query, QuotaOverview quotas, GpuFleet fleet) {
        return quotas.quotaProblem().map(EmptyScreenNotice::ofProblem)
                .orElseGet(() -> new EmptyScreenNotice(EmptyScreenNotice.NoDataReason.EMPTY,
                        query.namespace().isEmpty() ? MESSAGES.text("list.none")
                                : MESSAGES.text("list.noneIn", query.namespace()),
                        MESSAGES.text("list.noneDetail", claimText(query, fleet.snapshot())), ""));
    }

    /** Returns the sentence about pods without requests, with a space after it; empty where it is not known what they claim. */
    private static String claimText(QuotaScreenInput query, ClusterSnapshot clusterSnapshot) {
        var claiming = clusterSnapshot.pods().filter(pod -> !pod.phase().isTerminal() && pod.needsClaims())
                .filter(pod -> query.namespace().isEmpty() || pod.namespace().equals(query.namespace())).toList();
        if (claiming.stream().anyMatch(new GpuResourceClaimDetector(clusterSnapshot.devices())::claimsGpus)) {
            return MESSAGES.text("list.claims");
        }
        return claiming.isEmpty() ? MESSAGES.text("list.noneRequested") : "";
    }

    private static String sumsText(List<QuotaRow> rows, Optional<QuotaReadState.QuotaReadStaleness> outdated) {
        var parts = new ArrayList<String>();
        outdated.ifPresent(old -> parts
                .add(MESSAGES.text("totals.stale", AgeFormatter.brief(old.age()), old.problem().headline())));
        parts.add(CountedNoun.NAMESPACE
                .countText(rows.stream().filter(row -> !row.isQueue()).map(QuotaRow::owner).distinct().count()));
        long queues = rows.stream().filter(QuotaRow::isQueue).map(QuotaRow::owner).distinct().count();
        if (queues > 0) {
            parts.add(CountedNoun.QUEUE.countText(queues));
        }
        addCount(parts, rows, MESSAGES.text("totals.full"),
                row -> row.hasStatus(QuotaRowStatus.FULL) || row.hasStatus(QuotaRowStatus.EXCEEDED));
        addCount(parts, rows, MESSAGES.text("totals.closed"), row -> row.hasStatus(QuotaRowStatus.CLOSED));
        addCount(parts, rows, MESSAGES.text("totals.noNode"), row -> row.hasStatus(QuotaRowStatus.NOWHERE));
        addCount(parts, rows, MESSAGES.text("totals.nearlyFull"), row -> row.hasStatus(QuotaRowStatus.NEARLY_FULL));
        addCount(parts, rows, MESSAGES.text("totals.unlimited"), row -> row.hasStatus(QuotaRowStatus.UNLIMITED));
        addCount(parts, rows, MESSAGES.text("totals.noEffect"), row -> row.hasStatus(QuotaRowStatus.LIMITS_NOTHING));
        addCount(parts, rows, MESSAGES.text("totals.unknown"), row -> row.hasStatus(QuotaRowStatus.UNKNOWN));
        return String.join("   ·   ", parts);
    }

    private static void addCount(List<String> parts, List<QuotaRow> rows, String text, Predicate<QuotaRow> which) {
        long number = rows.stream().filter(which).count();
        if (number > 0) {
            parts.add(GroupedNumberFormatter.count(number) + " " + text);
        }
    }

    private static Map<String, FilterableRowProperty<QuotaRow>> conditionFields() {
        return Map.ofEntries(Map.entry("ns", FilterableRowProperty.text(QuotaRow::owner)),
                Map.entry("quota", FilterableRowProperty.text(QuotaRow::sourceName)),
                Map.entry("resource", FilterableRowProperty.text(row -> row.tableRow().key())),
                Map.entry("standing", FilterableRowProperty.texts(QuotaRow::statusTexts)),
                Map.entry("state", FilterableRowProperty.texts(QuotaRow::statusTexts)),
                Map.entry("used", FilterableRowProperty.number(QuotaRow::usedAmount)),
                Map.entry("hard", FilterableRowProperty.count(QuotaRow::hard)),
                Map.entry("limit", FilterableRowProperty.count(QuotaRow::hard)),
                Map.entry("left", FilterableRowProperty.count(QuotaRow::left)),
                Map.entry("free", FilterableRowProperty.count(QuotaRow::free)),
                Map.entry("start", FilterableRowProperty.count(QuotaRow::startableAmount)));
    }

    private static Map<String, Predicate<QuotaRow>> conditionFlags() {
        return Map.of("closed", row -> row.hasStatus(QuotaRowStatus.CLOSED), "full",
                row -> row.hasStatus(QuotaRowStatus.FULL) || row.hasStatus(QuotaRowStatus.EXCEEDED), "nearly",
                row -> row.hasStatus(QuotaRowStatus.NEARLY_FULL), "queue", QuotaRow::isQueue, "unlimited",
                row -> row.hasStatus(QuotaRowStatus.UNLIMITED), "useless",
                row -> row.hasStatus(QuotaRowStatus.LIMITS_NOTHING), "unknown",
                row -> row.hasStatus(QuotaRowStatus.UNKNOWN));
    }
}
