package tessera.alerts.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.Severity;
import tessera.alerts.Signal;
import tessera.alerts.Subject;
import tessera.alerts.Xid;
import tessera.alerts.Xids;
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
 * <li>the same XID twice in a row cannot be seen, nor of several that instances of a board tell at once any but the one with
 * the largest number;
 * <li>an alert ends when the rule's {@code hold} has passed since the XID was last seen to happen, the device still
 * reports, and nothing else speaks for it: no memory row that could not be remapped and, for an XID on which the device
 * plugin withholds a device, none withheld on the node.
 * </ul>
 */
final class XidProbe {

    private final Ledger ledger;
    private final Xids xids;

    XidProbe(Ledger ledger, Xids xids) {
        this.ledger = ledger;
        this.xids = xids;
    }

    /** One device's XIDs. */
    static final class Seen {

        private int last;
        private Instant at;
        private Map<Integer, Event> events = Map.of();

        private Seen(Instant at) {
            this.at = at;
        }

        private void happened(int code, boolean before) {
            if (events.isEmpty()) {
                events = new TreeMap<>();
            }
            events.merge(code, new Event(at, at, 1, before), (known, _) -> known.again(at));
        }
    }

    /**
     * An XID that is not over.
     *
     * @param before whether it was there already when the device was first seen
     */
    private record Event(Instant first, Instant last, int times, boolean before) {

        Event again(Instant at) {
            return new Event(first, at, times + 1, before);
        }
    }

    /**
     * @param withheld whether the scheduler may not hand out all devices of the node
     * @param at       when the readings were taken
     */
    void judge(AlertRules rules, DeviceMemory memory, DeviceReadings device, boolean withheld, Instant at) {
        if (!device.values().has(Metric.XID)) {
            return;
        }
        int code = (int) device.values().get(Metric.XID);
        var seen = memory.xids;
        boolean first = seen == null || DeviceMemory.tooOld(seen.at, at);
        if (seen == null || first) {
            seen = new Seen(at);
            memory.xids = seen;
        }
        seen.at = at;
        if (code > 0 && code != seen.last) {
            seen.happened(code, first);
        }
        seen.last = code;
        report(rules, memory.subject(), device, seen, withheld);
    }

    private void report(AlertRules rules, Subject subject, DeviceReadings device, Seen seen, boolean withheld) {
        boolean broken = device.values().has(Metric.ROW_REMAP_FAILURE)
                && device.values().get(Metric.ROW_REMAP_FAILURE) > 0;
        seen.events.entrySet().removeIf(entry -> {
            var xid = xids.of(entry.getKey());
            var event = entry.getValue();
            boolean spokenFor = broken || (withheld && xid.marksUnhealthy());
            boolean over = true;
            for (var rule : rules.of(Signal.of(xid.grade()))) {
                boolean held = spokenFor || Duration.between(event.last(), seen.at).compareTo(rule.hold()) < 0;
                ledger.report(rule, subject.part("XID " + xid.code()), held ? Verdict.WRONG : Verdict.RIGHT, seen.at,
                        () -> found(rule, xid, subject, event, device));
                over &= !held;
            }
            return over;
        });
    }

    private static Case found(AlertRule rule, Xid xid, Subject subject, Event event,
            DeviceReadings device) {
        var facts = new ArrayList<String>();
        facts.add(xid.meaning());
        if (event.before()) {
            facts.add("It was there when the device was first seen and may be of long before");
        } else {
            facts.add("First seen at " + Words.moment(event.first()));
        }
        if (event.times() > 1) {
            facts.add("Seen %d times, last at %s".formatted(event.times(), Words.moment(event.last())));
        }
        facts.add("Exporters tell the last XID only: the same one twice in a row cannot be seen");
        if (device.cut()) {
            facts.add("Each instance has a series of it: where these differ, the largest number is the one told");
        }
        boolean stale = event.before() && event.times() == 1;
        var sentence = stale
                ? "%s shows %s, present since before %s".formatted(subject.name(), xid.name(),
                        Words.moment(event.first()))
                : "%s reported %s".formatted(subject.name(), xid.name());
        boolean ofPrograms = xid.grade().compareTo(Xid.Grade.WARNING) <= 0;
        return Case.event(sentence).evidence(facts).holders(Holders.of(device)).earlier(stale)
                .severity(stale && ofPrograms ? Severity.INFO : rule.severity()).advice(xid.advice());
    }
}
