package tessera.metrics.scrape;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tessera.model.reading.DeviceReadings;

/**
 * Merges what several exporters tell of a node's devices, so that each device is there once. Those that two exporters tell
 * by UUID or by number are found by it. Where one tells UUIDs alone and another numbers alone, they tell of one set, of which
 * nobody knows which is which: the larger set gives the count, and values are joined only if one device is left of each.
 */
final class ExporterDeviceReadingsMerger {

    private static final int WITH_UUID = 1;
    private static final int WITH_NUMBER = 2;

    private final List<ReportedDevice> merged = new ArrayList<>();
    private final Map<String, Integer> placesByUuid = new HashMap<>();
    private final Map<ReportedDeviceIndex, Integer> placesByNumber = new HashMap<>();

    /** A device that an exporter for a vendor's devices reports. */
    private record ReportedDevice(String vendor, DeviceReadings device) {

        /** Returns by what it can be told from others, as a sum of bits. */
        int identityKind() {
            return (device.uuid().isEmpty() ? 0 : WITH_UUID) | (device.index() < 0 ? 0 : WITH_NUMBER);
        }
    }

    private record ReportedDeviceIndex(String vendor, int index) {}

    /** Adds the devices of one exporter; each is at most one of those of the exporters before. */
    void addDevices(String vendor, List<DeviceReadings> devices) {
        var taken = new BitSet(merged.size());
        int known = merged.size();
        var unmatched = new ArrayList<ReportedDevice>();
        for (var device : devices) {
            var place = placeOf(vendor, device);
            if (place == null || place >= known || taken.get(place)) {
                unmatched.add(new ReportedDevice(vendor, device));
            } else {
                taken.set(place);
                replace(place, merged.get(place).device.mergeMissing(device));
            }
        }
        addUnmatched(unmatched, IntStream.range(0, known)
                .filter(place -> !taken.get(place) && merged.get(place).vendor.equals(vendor)).boxed().toList());
    }

    List<DeviceReadings> devices() {
        return merged.stream().map(ReportedDevice::device).toList();
    }

    private @Nullable Integer placeOf(String vendor, DeviceReadings device) {
        var place = device.uuid().isEmpty() ? null : placesByUuid.get(device.uuid());
        if (place == null && device.index() >= 0) {
            place = placesByNumber.get(new ReportedDeviceIndex(vendor, device.index()));
            // Two UUIDs are two devices, whatever their numbers.
            return place == null || device.uuid().isEmpty() || merged.get(place).device.uuid().isEmpty() ? place : null;
        }
        return place;
    }

    private void addUnmatched(List<ReportedDevice> unmatched, List<Integer> open) {
        var openByKind = new ArrayList<Queue<Integer>>();
        for (int kind = 0; kind <= (WITH_UUID | WITH_NUMBER); kind++) {
            openByKind.add(new ArrayDeque<>());
        }
        open.forEach(place -> openByKind.get(merged.get(place).identityKind()).add(place));
        boolean certain = unmatched.size() == 1 && open.size() == 1;
        for (var each : unmatched) {
            var place = IntStream.range(0, openByKind.size())
                    .filter(kind -> (kind & each.identityKind()) == 0 && !openByKind.get(kind).isEmpty())
                    .mapToObj(kind -> openByKind.get(kind).remove()).findFirst();
            if (place.isEmpty()) {
                merged.add(each);
                replace(merged.size() - 1, each.device);
            } else if (certain) {
                replace(place.get(), merged.get(place.get()).device.mergeMissing(each.device));
            } else if (merged.get(place.get()).device.uuid().isEmpty() && !each.device.values().isEmpty()) {
                replace(place.get(), each.device);
            }
        }
    }

    private void replace(int place, DeviceReadings device) {
        var vendor = merged.get(place).vendor;
        merged.set(place, new ReportedDevice(vendor, device));
        if (!device.uuid().isEmpty()) {
            placesByUuid.putIfAbsent(device.uuid(), place);
        }
        if (device.index() >= 0) {
            placesByNumber.putIfAbsent(new ReportedDeviceIndex(vendor, device.index()), place);
        }
    }
}
