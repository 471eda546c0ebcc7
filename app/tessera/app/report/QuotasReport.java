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
import tessera.quota.LimitRangeFacts;
import tessera.quota.QuotaLine;
import tessera.quota.QuotaLine.LineOwner;
import tessera.quota.QuotaLine.LineStatus;
import tessera.quota.QuotaOverview;
import tessera.quota.ResourceRoom;

/** Who may take how many devices: a row for each device that a namespace or a queue may take. */
public final class QuotasReport extends CommandReport {

    private static final List<String> NARROW = List.of("NAMESPACE", "QUOTA", "RESOURCE", "USED", "HARD", "LEFT",
            "BORROWED", "FREE-ON-NODES", "START-AT-MOST", "STANDING");
    private static final List<String> WIDE = List.of("KEY", "REMARK");

    private static final String UNKNOWN = "not known";

    private final QuotaOverview quotas;
    private final String namespace;
    private final List<QuotaLine> lines;

    /**
     * Those of one namespace, or all.
     *
     * @param lines     those that are wanted
     * @param namespace of which they are; empty for all
     */
    public QuotasReport(QuotaOverview quotas, List<QuotaLine> lines, String namespace) {
        super(NARROW, WIDE);
        this.quotas = quotas;
        this.namespace = namespace;
        this.lines = List.copyOf(lines);
    }

    @Override
    String nothing() {
        return quotas.partial().isPresent()
                ? "No quota for devices found in the namespaces that may be looked at. Name yours with --namespace where it is not among them."
                : "No quota for devices found, and no pod that wants any.";
    }

    @Override
    void fill(TextTable table, boolean wide) {
        for (var line : lines) {
            var row = new ArrayList<>(List.of(line.of() == LineOwner.QUEUE ? "queue " + line.owner() : line.owner(),
                    line.source().isEmpty() ? "-" : line.source(), line.resource().isEmpty() ? "-" : line.resource(),
                    used(line), number(line.hard()), number(line.left()), number(line.borrowed()),
                    free(line), start(line), line.standing().words() + (line.scope().isEmpty() ? "" : ", some pods")));
            if (wide) {
                row.add(line.key().isEmpty() ? "-" : line.key());
                row.add(remark(line));
            }
            table.add(row);
        }
    }

    /** What no quota counts is what the pods want that are seen. */
    private static String used(QuotaLine line) {
        boolean atLeast = line.source().isEmpty() && !line.room().map(ResourceRoom::complete).orElse(true);
        return (atLeast ? "≥" : "") + number(line.used());
    }

    private static String free(QuotaLine line) {
        return line.room().map(room -> apart(room.free(), room.shares(), room.complete()))
                .orElse(line.roomUnknown() ? UNKNOWN : "-");
    }

    private static String remark(QuotaLine line) {
        return Stream.of(line.remark(), line.counts(), line.room().map(ResourceRoom::keptWords).orElse(""))
                .filter(words -> !words.isEmpty())
                .collect(Collectors.joining("; "));
    }

    private static String start(QuotaLine line) {
        return line.start().isEmpty() ? line.roomUnknown() ? UNKNOWN : "-"
                : apart(line.start().getAsLong(), line.startShares().orElse(0),
                        line.room().map(ResourceRoom::complete).orElse(true));
    }

    /** Whole ones and shares of them are not added up. */
    private static String apart(long all, long shares, boolean complete) {
        var atMost = complete ? "" : "≤";
        return shares == 0 ? atMost + all
                : shares == all ? "%s%d shared".formatted(atMost, shares)
                        : "%s%d+%d shared".formatted(atMost, all - shares, shares);
    }

    private static String number(OptionalLong number) {
        return number.isEmpty() ? "-" : Long.toString(number.getAsLong());
    }

    @Override
    ObjectNode json() {
        var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind", "QuotaList")
                .put("complete", gap().isEmpty());
        gap().map(Problem::sentence).ifPresent(why -> json.put("incompleteBecause", why));
        limitsGap().map(Problem::sentence).ifPresent(why -> json.put("limitRangesIncompleteBecause", why));
        quotas.queueGap().map(Problem::sentence).ifPresent(why -> json.put("queuesUnknownBecause", why));
        var list = json.putArray("quotas");
        lines.forEach(line -> list.add(json(line)));
        var ranges = json.putArray("limitRanges");
        quotas.namespaces().forEach(each -> each.limits().stream().filter(limits -> namespace.isEmpty()
                || limits.namespace().equals(namespace)).forEach(limits -> ranges.add(json(limits))));
        return json;
    }

    /** Why quotas are missing of those that were asked for. */
    private Optional<Problem> gap() {
        return namespace.isEmpty() ? quotas.partial() : quotas.of(namespace).quotaGap();
    }

    private Optional<Problem> limitsGap() {
        return namespace.isEmpty() ? quotas.someLimits() : quotas.of(namespace).limitsGap();
    }

    private static ObjectNode json(QuotaLine line) {
        var json = JsonNodeFactory.instance.objectNode()
                .put(line.of() == LineOwner.QUEUE ? "clusterQueue" : "namespace", line.owner())
                .put(line.of() == LineOwner.QUEUE ? "flavor" : "quota", line.source()).put("key", line.key())
                .put("resource", line.resource());
        put(json, "used", line.used());
        put(json, "hard", line.hard());
        put(json, "left", line.left());
        line.start().ifPresent(start -> json.put("canStart", start - line.startShares().orElse(0))
                .put("canStartShares", line.startShares().orElse(0)));
        put(json, "borrowed", line.borrowed());
        line.room().ifPresent(room -> json.put("freeOnNodes", room.free() - room.shares())
                .put("freeShares", room.shares()).put("freeBehindTaints", room.kept()).put("allocatable", room.all())
                .put("podsComplete", room.complete()));
        return json.put("standing", name(line.standing())).put("counts", line.counts()).put("remark", line.remark());
    }

    private static String name(LineStatus standing) {
        return standing.words().replace(' ', '-');
    }

    /** What is not known is not there. */
    private static void put(ObjectNode json, String name, OptionalLong number) {
        number.ifPresent(known -> json.put(name, known));
    }

    private static ObjectNode json(LimitRangeFacts limits) {
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
