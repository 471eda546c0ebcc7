package tessera.alerts.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSignal;
import tessera.alerts.AlertSubject;
import tessera.alerts.Severity;
import tessera.alerts.Xid;
import tessera.alerts.XidCatalog;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.Metric;

/**
 * Judges the number of the last XID by its changes. Exporters keep the number of the last XID for as long as they run,
 * so:
 *
 * <ul>
 * <li>a number that changes is an XID that happened;
 * <li>a number that is there when a device is first seen may be of long ago: it is told as present since before that
 * moment, and an XID of programs, which says nothing of the device, only for information;
 * <li>where an exporter counts XIDs by their number, each that it counts in its window, or of which the count grows, is one
 * that happened;
 * <li>without counts the same XID twice in a row cannot be seen, nor of several that instances of a board tell at once any but the one with
 * the largest number;
 * <li>an alert ends when the rule's {@code hold} has passed since the XID was last seen to happen, the device still
 * reports, and nothing else speaks for it: no memory row that could not be remapped and, for an XID on which the device
 * plugin withholds a device, none withheld on the node.
 * </ul>
 */
final class XidProbe {

    private final AlertLedger ledger;
    private final XidCatalog xids;

    XidProbe(AlertLedger ledger, XidCatalog xids) {
        this.ledger = ledger;
        this.xids = xids;
    }

    /** One device's XIDs. */
    static final class SeenXids {

        private int last;
        private Instant at;
        private Map<Integer, XidEvent> events = Map.of();
        private @Nullable XidCounts counts;

        private SeenXids(Instant at) {
            this.at = at;
        }

        /** Takes what the exporter counts. */
        private void count(DeviceReadings device) {
            boolean begun = counts == null;
            counts = counts == null ? new XidCounts() : counts;
            var recent = counts.take(device);
            recent.forEach(this::counted);
            if (begun) {
                counts.ever().stream().filter(code -> code > 0 && !recent.contains(code))
                        .forEach(code -> happened(code, true));
            }
        }

        /** A count tells that it happened, and each reading of the window tells the same. */
        private void counted(int code) {
            happened(code, false);
            events.computeIfPresent(code, (_, event) -> new XidEvent(event.first(), at, 1, false));
        }

        private String words(int code) {
            return counts == null ? "" : counts.words(code);
        }

        private void happened(int code, boolean before) {
            if (events.isEmpty()) {
                events = new TreeMap<>();
            }
            events.merge(code, new XidEvent(at, at, 1, before), (known, _) -> known.again(at));
        }
    }

    /**
     * What is known of how an XID occurred.
     *
     * @param counted how often in the exporter's window, in words; empty where that is not known
     */
    private record XidOccurrence(XidEvent event, String counted) {}

    /**
     * An XID that is not over.
     *
     * @param before whether it was there already when the device was first seen
     */
    private record XidEvent(Instant first, Instant last, int times, boolean before) {

        XidEvent again(Instant at) {
            return new XidEvent(first, at, times + 1, before);
        }
    }

    /**
     * @param withheld whether the scheduler may not hand out all devices of the node
     * @param at       when the readings were taken
     */
    void judge(AlertRules rules, DeviceMemory memory, DeviceReadings device, boolean withheld, Instant at) {
        boolean told = device.values().has(Metric.XID);
        var seen = memory.xids;
        boolean counted = XidCounts.told(device) || (seen != null && seen.counts != null);
        if (!told && !counted) {
            return;
        }
        boolean first = seen == null || DeviceMemory.tooOld(seen.at, at);
        if (seen == null || first) {
            seen = new SeenXids(at);
            memory.xids = seen;
        }
        seen.at = at;
        if (told) {
            int code = (int) device.values().get(Metric.XID);
            if (code > 0 && code != seen.last) {
                seen.happened(code, first);
            }
            seen.last = code;
        }
        if (counted) {
            seen.count(device);
        }
        report(rules, memory.subject(), device, seen, withheld);
    }

    private void report(AlertRules rules, AlertSubject subject, DeviceReadings device, SeenXids seen,
            boolean withheld) {
        boolean broken = device.values().has(Metric.ROW_REMAP_FAILURE)
                && device.values().get(Metric.ROW_REMAP_FAILURE) > 0;
        seen.events.entrySet().removeIf(entry -> {
            var xid = xids.of(entry.getKey());
            var event = entry.getValue();
            boolean spokenFor = broken || (withheld && xid.marksUnhealthy());
            boolean over = true;
            for (var rule : rules.of(AlertSignal.of(xid.grade()))) {
                boolean held = spokenFor || Duration.between(event.last(), seen.at).compareTo(rule.hold()) < 0;
                ledger.report(rule, subject.part("XID " + xid.code()), held ? RuleVerdict.WRONG : RuleVerdict.RIGHT,
                        seen.at,
                        () -> found(rule, xid, device, subject,
                                new XidOccurrence(event, seen.words(xid.code()))));
                over &= !held;
            }
            return over;
        });
    }

    private static AlertCase found(AlertRule rule, Xid xid, DeviceReadings device, AlertSubject subject,
            XidOccurrence happened) {
        var event = happened.event();
        boolean counted = !happened.counted().isEmpty();
        boolean stale = event.before() && event.times() == 1 && !counted;
        var sentence = stale
                ? "%s shows %s, present since before %s".formatted(subject.name(), xid.name(),
                        AlertText.moment(event.first()))
                : "%s reported %s%s".formatted(subject.name(), xid.name(),
                        counted ? ", " + happened.counted() : "");
        boolean ofPrograms = xid.grade().compareTo(Xid.Grade.WARNING) <= 0;
        return AlertCase.event(sentence).evidence(facts(xid, device, event, counted)).holders(DeviceHolders.of(device))
                .earlier(stale).severity(stale && ofPrograms ? Severity.INFO : rule.severity()).advice(xid.advice());
    }

    private static List<String> facts(Xid xid, DeviceReadings device, XidEvent event, boolean counted) {
        var facts = new ArrayList<String>();
        facts.add(xid.meaning());
        if (counted) {
            return facts;
        }
        if (event.before()) {
            facts.add("Present when the device was first seen; it may be old");
        } else {
            facts.add("First seen at " + AlertText.moment(event.first()));
        }
        if (event.times() > 1) {
            facts.add("Seen %d times, last at %s".formatted(event.times(), AlertText.moment(event.last())));
        }
        if (!XidCounts.told(device)) {
            facts.add("Exporters tell the last XID only: the same one twice in a row cannot be seen");
            if (device.cut()) {
                facts.add("Each instance has a series of it: where these differ, the largest number is the one told");
            }
        }
        return facts;
    }
}
