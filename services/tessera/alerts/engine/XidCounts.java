package tessera.alerts.engine;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.Metric;

/** How often each XID of a device occurred, where its exporter counts them. One thread. */
final class XidCounts {

    private static final int MINUTE = 60_000;

    /** How often XIDs occurred in the exporter's window, in words, by code. */
    private Map<Integer, String> windows = Map.of();
    /** How often each occurred since the exporter started; null before that was read. */
    private @Nullable Map<Integer, Double> totals;

    /** Whether a device tells counts. */
    static boolean told(DeviceReadings device) {
        return device.values().has(Metric.XID_COUNT) || device.values().has(Metric.XID_TOTAL);
    }

    /**
     * Takes what a device tells.
     *
     * @return the codes that occurred lately
     */
    Set<Integer> take(DeviceReadings device) {
        var counted = new HashMap<Integer, String>();
        for (var reading : device.categories(Metric.XID_COUNT)) {
            int code = number(reading.category());
            if (code > 0) {
                counted.put(code, AlertText.times(Math.round(reading.value())) + window(number(reading.detail())));
            }
        }
        windows = counted;
        var recent = new HashSet<>(counted.keySet());
        if (device.values().has(Metric.XID_TOTAL)) {
            recent.addAll(grown(device));
        }
        recent.removeIf(code -> code <= 0);
        return recent;
    }

    private Set<Integer> grown(DeviceReadings device) {
        var grown = new HashSet<Integer>();
        var before = totals;
        var now = new HashMap<Integer, Double>();
        device.categories(Metric.XID_TOTAL).forEach(reading -> now.put(number(reading.category()), reading.value()));
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

    /** The codes that were counted since the exporter started. */
    Set<Integer> ever() {
        return totals == null ? Set.of() : totals.keySet();
    }

    /** For example {@code twice in the last 5 min}; empty where it is not known. */
    String words(int code) {
        return windows.getOrDefault(code, "");
    }

    private static String window(int milliseconds) {
        if (milliseconds <= 0) {
            return " of late";
        }
        return milliseconds % MINUTE == 0 ? " in the last %d min".formatted(milliseconds / MINUTE)
                : " in the last %d s".formatted(milliseconds / 1000);
    }

    /** Not a number is −1. */
    private static int number(String text) {
        return text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : -1;
    }
}
