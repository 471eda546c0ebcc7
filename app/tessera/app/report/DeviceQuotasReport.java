package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import tessera.model.Problem;
import tessera.quota.LimitRangeSummary;
import tessera.quota.NewPodResourceCapacity;
import tessera.quota.QuotaOverview;
import tessera.quota.QuotaTableRow;
import tessera.quota.QuotaTableRow.QuotaOwnerKind;
import tessera.quota.QuotaTableRow.QuotaRowStatus;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.text.SentenceJoiner;

/** A report on device quotas: a row for each resource of a namespace or queue. */
public final class DeviceQuotasReport extends AbstractMultiFormatReport {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(DeviceQuotasReport.class);

    private static final List<String> NARROW = List.of("NAMESPACE", "QUOTA", "RESOURCE", "USED", "HARD", "LEFT",
            "BORROWED", "FREE-ON-NODES", "START-AT-MOST", "STANDING");
    private static final List<String> WIDE = List.of("KEY", "REMARK");

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
        if (quotas.quotaProblem().isPresent()) {
            return MESSAGES.text("quotas.noneVisible");
        }
        return MESSAGES.text("quotas.none");
    }

    @Override
    void fillTable(TextTable table, boolean wide) {
        for (var tableRow : lines) {
            var row = new ArrayList<>(List.of(
                    tableRow.ownerKind() == QuotaOwnerKind.QUEUE ? "queue " + tableRow.owner() : tableRow.owner(),
                    OptionalText.orElse(tableRow.source(), "-"), OptionalText.orElse(tableRow.resource(), "-"),
                    usedText(tableRow), numberText(tableRow.hard()), numberText(tableRow.left()),
                    numberText(tableRow.borrowed()), freeText(tableRow), startText(tableRow),
                    tableRow.scope().isEmpty() ? tableRow.status().statusText()
                            : MESSAGES.text("quotas.scoped", tableRow.status().statusText())));
            if (wide) {
                row.add(OptionalText.orElse(tableRow.key(), "-"));
                row.add(remarkText(tableRow));
            }
            table.add(row);
        }
    }

    /** Returns the used amount; where no quota counts it, the requests of the pods that are seen. */
    private static String usedText(QuotaTableRow tableRow) {
        boolean atLeast = (tableRow.source().isEmpty()
                && !tableRow.nodeCapacity().map(NewPodResourceCapacity::complete).orElse(true))
                || !tableRow.fractions().complete();
        var bound = atLeast ? "≥" : "";
        if (tableRow.fractions().isPresent()) {
            return tableRow.fractions().sumText(tableRow.used().orElse(0), bound);
        }
        return bound + numberText(tableRow.used());
    }

    private static String freeText(QuotaTableRow tableRow) {
        return tableRow.nodeCapacity()
                .map(capacity -> splitText(capacity.free(), capacity.shares(), capacity.complete()))
                .orElse(tableRow.isRoomUnknown() ? MESSAGES.text("quotas.unknown") : "-");
    }

    private static String remarkText(QuotaTableRow tableRow) {
        return Stream
                .of(tableRow.note(), tableRow.scopeText(),
                        tableRow.nodeCapacity().map(NewPodResourceCapacity::taintedText).orElse(""))
                .filter(text -> !text.isEmpty()).collect(SentenceJoiner.toClauses());
    }

    private static String startText(QuotaTableRow tableRow) {
        if (tableRow.startable().isEmpty()) {
            if (tableRow.isRoomUnknown()) {
                return MESSAGES.text("quotas.unknown");
            }
            return "-";
        }
        return splitText(tableRow.startable().getAsLong(), tableRow.startableShares().orElse(0),
                tableRow.nodeCapacity().map(NewPodResourceCapacity::complete).orElse(true));
    }

    /** Returns whole devices and shares apart, as they are not added up. */
    private static String splitText(long all, long shares, boolean complete) {
        var atMost = complete ? "" : "≤";
        if (shares == 0) {
            return atMost + all;
        }
        if (shares == all) {
            return "%s%d shared".formatted(atMost, shares);
        }
        return "%s%d+%d shared".formatted(atMost, all - shares, shares);
    }

    private static String numberText(OptionalLong number) {
        return number.isEmpty() ? "-" : Long.toString(number.getAsLong());
    }

    @Override
    ObjectNode toJson() {
        var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind", "QuotaList")
                .put("complete", quotaGap().isEmpty());
        putGap(json, "incompleteBecause", quotaGap());
        putGap(json, "limitRangesIncompleteBecause", limitsGap());
        putGap(json, "queuesUnknownBecause", quotas.queueProblem());
        var list = json.putArray("quotas");
        lines.forEach(tableRow -> list.add(lineJson(tableRow)));
        var ranges = json.putArray("limitRanges");
        for (var each : quotas.namespaces()) {
            each.limits().stream().filter(limits -> namespace.isEmpty() || limits.namespace().equals(namespace))
                    .forEach(limits -> ranges.add(limitsJson(limits)));
        }
        return json;
    }

    private static void putGap(ObjectNode json, String key, Optional<Problem> gap) {
        gap.ifPresent(problem -> json.put(key, problem.problemText()).set(key + "Reason",
                ReasonJsonWriter.toJson(problem.reason())));
    }

    /** Returns the problem that hides quotas in the scope. */
    private Optional<Problem> quotaGap() {
        if (namespace.isEmpty()) {
            return quotas.quotaProblem();
        }
        return quotas.quotasOf(namespace).quotaGap();
    }

    private Optional<Problem> limitsGap() {
        if (namespace.isEmpty()) {
            return quotas.limitProblem();
        }
        return quotas.quotasOf(namespace).limitsGap();
    }

    private static ObjectNode lineJson(QuotaTableRow tableRow) {
        var json = JsonNodeFactory.instance.objectNode()
                .put(tableRow.ownerKind() == QuotaOwnerKind.QUEUE ? "clusterQueue" : "namespace", tableRow.owner())
                .put(tableRow.ownerKind() == QuotaOwnerKind.QUEUE ? "flavor" : "quota", tableRow.source())
                .put("key", tableRow.key()).put("resource", tableRow.resource());
        putIfKnown(json, "used", tableRow.used());
        if (tableRow.fractions().isPresent()) {
            json.put("fractions", tableRow.fractions().gpus()).put("fractionsComplete",
                    tableRow.fractions().complete());
        }
        putIfKnown(json, "hard", tableRow.hard());
        putIfKnown(json, "left", tableRow.left());
        tableRow.startable().ifPresent(start -> json.put("canStart", start - tableRow.startableShares().orElse(0))
                .put("canStartShares", tableRow.startableShares().orElse(0)));
        putIfKnown(json, "borrowed", tableRow.borrowed());
        tableRow.nodeCapacity()
                .ifPresent(capacity -> json.put("freeOnNodes", capacity.free() - capacity.shares())
                        .put("freeShares", capacity.shares()).put("freeBehindTaints", capacity.tainted())
                        .put("allocatable", capacity.all()).put("podsComplete", capacity.complete()));
        json.put("standing", statusName(tableRow.status())).put("counts", tableRow.scopeText()).put("remark",
                tableRow.note());
        json.set("remarkReasons", ReasonJsonWriter.toJson(tableRow.notes()));
        return json;
    }

    private static String statusName(QuotaRowStatus rowStatus) {
        return rowStatus.code();
    }

    /** Puts a number if it is known. */
    private static void putIfKnown(ObjectNode json, String name, OptionalLong number) {
        number.ifPresent(known -> json.put(name, known));
    }

    private static ObjectNode limitsJson(LimitRangeSummary limits) {
        var json = JsonNodeFactory.instance.objectNode().put("namespace", limits.namespace()).put("name",
                limits.name());
        var lines = json.putArray("limits");
        limits.lines().forEach(bound -> lines.addObject().put("type", bound.type()).put("bound", bound.bound())
                .put("resource", bound.resource()).put("amount", bound.amount()));
        var remarks = json.putArray("remarks");
        limits.problemTexts().forEach(remarks::add);
        return json;
    }
}
