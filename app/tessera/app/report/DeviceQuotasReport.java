package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.model.Problem;
import tessera.quota.LimitRangeSummary;
import tessera.quota.NewPodResourceCapacity;
import tessera.quota.QuotaOverview;
import tessera.quota.QuotaTableRow;
import tessera.quota.QuotaTableRow.QuotaOwnerKind;
import tessera.quota.QuotaTableRow.QuotaRowStatus;

/** A report on device quotas: a row for each resource of a namespace or queue. */
public final class DeviceQuotasReport extends CommandOutputReport {

    private static final List<String> NARROW = List.of("NAMESPACE", "QUOTA", "RESOURCE", "USED", "HARD", "LEFT",
            "BORROWED", "FREE-ON-NODES", "START-AT-MOST", "STANDING");
    private static final List<String> WIDE = List.of("KEY", "REMARK");

    private static final String UNKNOWN = "not known";

    private final QuotaOverview quotas;
    private final String namespace;
    private final List<QuotaTableRow> lines;

    /**
     * Those of one namespace, or all.
     *
     * @param lines     those that are wanted
     * @param namespace of which they are; empty for all
     */
    public DeviceQuotasReport(QuotaOverview quotas, List<QuotaTableRow> lines, String namespace) {
        super(NARROW, WIDE);
        this.quotas = quotas;
        this.namespace = namespace;
        this.lines = List.copyOf(lines);
    }

    @Override
    String emptyText() {
        return quotas.quotaProblem().isPresent()
                ? "No quota for devices found in the namespaces that may be looked at. Name yours with --namespace where it is not among them."
                : "No quota for devices found, and no pod that requests any as a resource.";
    }

    @Override
    void fillTable(TextTable table, boolean wide) {
        for (var line : lines) {
            var row = new ArrayList<>(List.of(
                    line.ownerKind() == QuotaOwnerKind.QUEUE ? "queue " + line.owner() : line.owner(),
                    line.source().isEmpty() ? "-" : line.source(), line.resource().isEmpty() ? "-" : line.resource(),
                    usedText(line), numberText(line.hard()), numberText(line.left()), numberText(line.borrowed()),
                    freeText(line), startText(line),
                    line.status().statusText() + (line.scope().isEmpty() ? "" : ", some pods")));
            if (wide) {
                row.add(line.key().isEmpty() ? "-" : line.key());
                row.add(remarkText(line));
            }
            table.add(row);
        }
    }

    /** Returns the used amount; where no quota counts it, the requests of the pods that are seen. */
    private static String usedText(QuotaTableRow line) {
        boolean atLeast = line.source().isEmpty() && !line.room().map(NewPodResourceCapacity::complete).orElse(true);
        return (atLeast ? "≥" : "") + numberText(line.used());
    }

    private static String freeText(QuotaTableRow line) {
        return line.room().map(room -> splitText(room.free(), room.shares(), room.complete()))
                .orElse(line.isRoomUnknown() ? UNKNOWN : "-");
    }

    private static String remarkText(QuotaTableRow line) {
        return Stream
                .of(line.remark(), line.scopeText(), line.room().map(NewPodResourceCapacity::taintedText).orElse(""))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
    }

    private static String startText(QuotaTableRow line) {
        return line.startable().isEmpty() ? line.isRoomUnknown() ? UNKNOWN : "-"
                : splitText(line.startable().getAsLong(), line.startableShares().orElse(0),
                        line.room().map(NewPodResourceCapacity::complete).orElse(true));
    }

    /** Returns whole devices and shares apart, as they are not added up. */
    private static String splitText(long all, long shares, boolean complete) {
        var atMost = complete ? "" : "≤";
        return shares == 0 ? atMost + all
                : shares == all ? "%s%d shared".formatted(atMost, shares)
                        : "%s%d+%d shared".formatted(atMost, all - shares, shares);
    }

    private static String numberText(OptionalLong number) {
        return number.isEmpty() ? "-" : Long.toString(number.getAsLong());
    }

    @Override
    ObjectNode toJson() {
        var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind", "QuotaList")
                .put("complete", quotaGap().isEmpty());
        quotaGap().map(Problem::problemText).ifPresent(reason -> json.put("incompleteBecause", reason));
        limitsGap().map(Problem::problemText).ifPresent(reason -> json.put("limitRangesIncompleteBecause", reason));
        quotas.queueProblem().map(Problem::problemText).ifPresent(reason -> json.put("queuesUnknownBecause", reason));
        var list = json.putArray("quotas");
        lines.forEach(line -> list.add(lineJson(line)));
        var ranges = json.putArray("limitRanges");
        quotas.namespaces().forEach(each -> each.limits().stream().filter(limits -> namespace.isEmpty()
                || limits.namespace().equals(namespace)).forEach(limits -> ranges.add(limitsJson(limits))));
        return json;
    }

    /** Returns the problem that hides quotas in the scope. */
    private Optional<Problem> quotaGap() {
        return namespace.isEmpty() ? quotas.quotaProblem() : quotas.quotasOf(namespace).quotaGap();
    }

    private Optional<Problem> limitsGap() {
        return namespace.isEmpty() ? quotas.limitProblem() : quotas.quotasOf(namespace).limitsGap();
    }

    private static ObjectNode lineJson(QuotaTableRow line) {
        var json = JsonNodeFactory.instance.objectNode()
                .put(line.ownerKind() == QuotaOwnerKind.QUEUE ? "clusterQueue" : "namespace", line.owner())
                .put(line.ownerKind() == QuotaOwnerKind.QUEUE ? "flavor" : "quota", line.source())
                .put("key", line.key())
                .put("resource", line.resource());
        putIfKnown(json, "used", line.used());
        putIfKnown(json, "hard", line.hard());
        putIfKnown(json, "left", line.left());
        line.startable().ifPresent(start -> json.put("canStart", start - line.startableShares().orElse(0))
                .put("canStartShares", line.startableShares().orElse(0)));
        putIfKnown(json, "borrowed", line.borrowed());
        line.room().ifPresent(room -> json.put("freeOnNodes", room.free() - room.shares())
                .put("freeShares", room.shares()).put("freeBehindTaints", room.tainted()).put("allocatable", room.all())
                .put("podsComplete", room.complete()));
        return json.put("standing", statusName(line.status())).put("counts", line.scopeText()).put("remark",
                line.remark());
    }

    private static String statusName(QuotaRowStatus standing) {
        return standing.statusText().replace(' ', '-');
    }

    /** Puts a number if it is known. */
    private static void putIfKnown(ObjectNode json, String name, OptionalLong number) {
        number.ifPresent(known -> json.put(name, known));
    }

    private static ObjectNode limitsJson(LimitRangeSummary limits) {
        var json = JsonNodeFactory.instance.objectNode().put("namespace", limits.namespace()).put("name",
                limits.name());
        var lines = json.putArray("limits");
        limits.lines().forEach(line -> lines.addObject().put("type", line.type()).put("bound", line.bound())
                .put("resource", line.resource()).put("amount", line.amount()));
        var remarks = json.putArray("remarks");
        limits.remarks().forEach(remarks::add);
        return json;
    }
}
