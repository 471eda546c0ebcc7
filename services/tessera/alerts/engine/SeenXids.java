package tessera.alerts.engine;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceReadings;
import tessera.text.MessageCatalog;

/** The XIDs seen on one device. */
final class SeenXids {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(SeenXids.class);

    int last;
    Instant at;
    Map<Integer, ActiveXid> events = Map.of();
    private @Nullable XidCounts counts;

    SeenXids(Instant at) {
        this.at = at;
    }

    /** Returns whether an exporter counts XIDs, instead of telling the last one. */
    static boolean countsXids(DeviceReadings device) {
        return device.values().hasValue(DeviceMetric.XID_COUNT) || device.values().hasValue(DeviceMetric.XID_TOTAL);
    }

    boolean hasCounts() {
        return counts != null;
    }

    /** Takes the XID counts of an exporter. */
    void addCounts(DeviceReadings device) {
        boolean begun = counts == null;
        counts = Objects.requireNonNullElseGet(counts, XidCounts::new);
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

    String countText(int code) {
        return counts == null ? "" : counts.countText(code);
    }

    void addOccurrence(int code, boolean before) {
        if (events.isEmpty()) {
            events = new TreeMap<>();
        }
        events.merge(code, new ActiveXid(at, at, 1, before), (activeXid, _) -> activeXid.repeatedAt(at));
    }

    /**
     * An XID that is not over.
     *
     * @param predatesWatch whether it was there already when the device was first seen
     */
    record ActiveXid(Instant firstSeen, Instant lastSeen, int times, boolean predatesWatch) {

        ActiveXid repeatedAt(Instant at) {
            return new ActiveXid(firstSeen, at, times + 1, predatesWatch);
        }
    }

    /** The occurrences of each XID of a device, where its exporter counts them. One thread. */
    private static final class XidCounts {

        private static final int MINUTE = 60_000;

        /** How often XIDs occurred in the exporter's window, in words, by code. */
        private Map<Integer, String> windows = Map.of();
        /** How often each occurred since the exporter started; null before that was read. */
        private @Nullable Map<Integer, Double> totals;

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
                    counted.put(code, countText(Math.round(reading.value()), parseCode(reading.detail())));
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

        private static String countText(long times, int windowMillis) {
            boolean whole = windowMillis % MINUTE == 0;
            return MESSAGES.text("xid.count", times, whole ? Math.max(0, windowMillis / MINUTE) : 0,
                    Math.max(0, windowMillis / 1000));
        }

        /** Parses a number; −1 where the text is none. */
        private static int parseCode(String text) {
            return text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : -1;
        }
    }
}
