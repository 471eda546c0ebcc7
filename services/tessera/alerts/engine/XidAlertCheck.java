package tessera.alerts.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSignal;
import tessera.alerts.AlertSubject;
import tessera.alerts.ReportedXids;
import tessera.alerts.Xid;
import tessera.alerts.XidCatalog;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceReadings;

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
 * reports, and nothing else speaks for it: no memory row that could not be remapped; for an XID on which the device
 * plugin withholds a device, none withheld on the node; and for a critical one, that it is not told any more, as what
 * mends the GPU ends the exporter's process, too.
 * </ul>
 */
final class XidAlertCheck {

    private final AlertRegistry registry;
    private final XidCatalog xids;

    XidAlertCheck(AlertRegistry registry, XidCatalog xids) {
        this.registry = registry;
        this.xids = xids;
    }

    /** The XIDs seen on one device. */
    static final class SeenXids {

        private int last;
        private Instant at;
        private Map<Integer, ActiveXid> events = Map.of();
        private @Nullable XidCounts counts;

        private SeenXids(Instant at) {
            this.at = at;
        }

        /** Takes the XID counts of an exporter. */
        private void addCounts(DeviceReadings device) {
            boolean begun = counts == null;
            counts = counts == null ? new XidCounts() : counts;
            var recent = counts.takeRecent(device);
            recent.forEach(this::addCounted);
            if (begun) {
                counts.countedCodes().stream().filter(code -> code > 0 && !recent.contains(code))
                        .forEach(code -> addOccurrence(code, true));
            }
        }

        /** Records one counted XID; each reading of the counting window repeats it, so it counts once. */
        private void addCounted(int code) {
            addOccurrence(code, false);
            events.computeIfPresent(code, (_, event) -> new ActiveXid(event.firstSeen(), at, 1, false));
        }

        private String countText(int code) {
            return counts == null ? "" : counts.countText(code);
        }

        private void addOccurrence(int code, boolean before) {
            if (events.isEmpty()) {
                events = new TreeMap<>();
            }
            events.merge(code, new ActiveXid(at, at, 1, before), (activeXid, _) -> activeXid.repeatedAt(at));
        }
    }

    /**
     * One occurrence of an XID, with the exporter's count as text.
     *
     * @param countText how often in the exporter's window, in words; empty where that is not known
     */
    private record XidOccurrence(ActiveXid event, String countText) {}

    /**
     * An XID that is not over.
     *
     * @param predatesWatch whether it was there already when the device was first seen
     */
    private record ActiveXid(Instant firstSeen, Instant lastSeen, int times, boolean predatesWatch) {

        ActiveXid repeatedAt(Instant at) {
            return new ActiveXid(firstSeen, at, times + 1, predatesWatch);
        }
    }

    /**
     * @param withheld whether the scheduler may not hand out all devices of the node
     * @param at       when the readings were taken
     */
    void judge(AlertRules rules, DeviceCounterAndXidState alertState, DeviceReadings device, boolean withheld,
            Instant at) {
        boolean told = device.values().hasValue(DeviceMetric.XID);
        var seen = alertState.xids;
        boolean counted = XidCounts.isCountedBy(device) || (seen != null && seen.counts != null);
        if (!told && !counted) {
            return;
        }
        boolean first = seen == null || DeviceCounterAndXidState.isTooOld(seen.at, at);
        if (seen == null || first) {
            seen = new SeenXids(at);
            alertState.xids = seen;
        }
        seen.at = at;
        if (told) {
            int code = (int) device.values().get(DeviceMetric.XID);
            if (code > 0 && code != seen.last) {
                seen.addOccurrence(code, first);
            }
            seen.last = code;
        }
        if (counted) {
            seen.addCounts(device);
        }
        reportXids(rules, alertState.subject(), device, seen, withheld);
    }

    private void reportXids(AlertRules rules, AlertSubject subject, DeviceReadings device, SeenXids seen,
            boolean withheld) {
        boolean broken = device.values().hasValue(DeviceMetric.ROW_REMAP_FAILURE)
                && device.values().get(DeviceMetric.ROW_REMAP_FAILURE) > 0;
        seen.events.entrySet().removeIf(entry -> {
            var xid = xids.forCode(entry.getKey());
            var event = entry.getValue();
            boolean spokenFor = broken || (withheld && xid.marksUnhealthy())
                    || (xid.grade() == Xid.XidSeverity.CRITICAL && ReportedXids.includes(device, xid.code()));
            boolean over = true;
            for (var rule : rules.rulesFor(AlertSignal.forXidGrade(xid.grade()))) {
                boolean held = spokenFor
                        || Duration.between(event.lastSeen(), seen.at).compareTo(rule.keepFiringFor()) < 0;
                registry.report(rule, subject.withPart("XID " + xid.code()),
                        held ? AlertRuleResult.WRONG : AlertRuleResult.RIGHT,
                        seen.at,
                        () -> xidCase(rule, xid, device, subject,
                                new XidOccurrence(event, seen.countText(xid.code()))));
                over &= !held;
            }
            return over;
        });
    }

    private static AlertDetails xidCase(AlertRule rule, Xid xid, DeviceReadings device, AlertSubject subject,
            XidOccurrence happened) {
        var event = happened.event();
        boolean counted = !happened.countText().isEmpty();
        boolean stale = event.predatesWatch() && event.times() == 1 && !counted;
        String sentence;
        if (stale) {
            sentence = "%s shows %s, present since before %s".formatted(subject.displayName(), xid.displayName(),
                    AlertTextWriter.momentText(event.firstSeen()));
        } else {
            sentence = "%s reported %s%s".formatted(subject.displayName(), xid.displayName(),
                    counted ? ", " + happened.countText() : "");
        }
        boolean ofPrograms = xid.grade().compareTo(Xid.XidSeverity.WARNING) <= 0;
        return AlertDetails.forEvent(sentence).withEvidence(xidEvidence(xid, device, event, counted))
                .withHolders(ExporterReportedPods.holdersOf(device))
                .predatingWatch(stale).withSeverity(stale && ofPrograms ? AlertOrFindingSeverity.INFO : rule.severity())
                .withRemedy(xid.remedy());
    }

    private static List<String> xidEvidence(Xid xid, DeviceReadings device, ActiveXid event, boolean counted) {
        var facts = new ArrayList<String>();
        facts.add(xid.meaning());
        if (counted) {
            return facts;
        }
        if (event.predatesWatch()) {
            facts.add("Present when the device was first seen; it may be old");
        } else {
            facts.add("First seen at " + AlertTextWriter.momentText(event.firstSeen()));
        }
        if (event.times() > 1) {
            facts.add(
                    "Seen %d times, last at %s".formatted(event.times(), AlertTextWriter.momentText(event.lastSeen())));
        }
        if (!XidCounts.isCountedBy(device)) {
            facts.add("Exporters tell the last XID only: the same one twice in a row cannot be seen");
            if (device.isPartitioned()) {
                facts.add("Each instance has a series of it: where these differ, the largest number is the one told");
            }
        }
        return facts;
    }

    /** The occurrences of each XID of a device, where its exporter counts them. One thread. */
    private static final class XidCounts {

        private static final int MINUTE = 60_000;

        /** How often XIDs occurred in the exporter's window, in words, by code. */
        private Map<Integer, String> windows = Map.of();
        /** How often each occurred since the exporter started; null before that was read. */
        private @Nullable Map<Integer, Double> totals;

        /** Returns whether a device reports XID counts. */
        static boolean isCountedBy(DeviceReadings device) {
            return device.values().hasValue(DeviceMetric.XID_COUNT) || device.values().hasValue(DeviceMetric.XID_TOTAL);
        }

        /**
         * Takes a device's counts and returns the codes that occurred lately.
         *
         * @return the codes that occurred lately
         */
        Set<Integer> takeRecent(DeviceReadings device) {
            var counted = new HashMap<Integer, String>();
            for (var reading : device.categoriesOf(DeviceMetric.XID_COUNT)) {
                int code = parseCode(reading.category());
                if (code > 0) {
                    counted.put(code,
                            AlertTextWriter.timesText(Math.round(reading.value()))
                                    + windowText(parseCode(reading.detail())));
                }
            }
            windows = counted;
            var recent = new HashSet<>(counted.keySet());
            if (device.values().hasValue(DeviceMetric.XID_TOTAL)) {
                recent.addAll(grownCodes(device));
            }
            recent.removeIf(code -> code <= 0);
            return recent;
        }

        private Set<Integer> grownCodes(DeviceReadings device) {
            var grown = new HashSet<Integer>();
            var before = totals;
            var now = new HashMap<Integer, Double>();
            device.categoriesOf(DeviceMetric.XID_TOTAL)
                    .forEach(reading -> now.put(parseCode(reading.category()), reading.value()));
            if (before != null) {
                now.forEach((code, total) -> {
                    if (total > before.getOrDefault(code, 0.0)) {
                        grown.add(code);
                    }
                });
            }
            totals = now;
            return grown;
        }

        /** Returns the codes that were counted since the exporter started. */
        Set<Integer> countedCodes() {
            if (totals == null) {
                return Set.of();
            }
            return totals.keySet();
        }

        /** Returns the count of a code, for example {@code twice in the last 5 min}; empty where it is not known. */
        String countText(int code) {
            return windows.getOrDefault(code, "");
        }

        private static String windowText(int milliseconds) {
            if (milliseconds <= 0) {
                return " of late";
            }
            if (milliseconds % MINUTE == 0) {
                return " in the last %d min".formatted(milliseconds / MINUTE);
            }
            return " in the last %d s".formatted(milliseconds / 1000);
        }

        /** Parses a number; −1 where the text is none. */
        private static int parseCode(String text) {
            return text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : -1;
        }
    }
}
