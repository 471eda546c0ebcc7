package tessera.cluster.mig;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import tessera.insight.ReportedPlacements.ReportedInstance;
import tessera.mig.MigPlacement;
import tessera.mig.MigProfile;

/** Reads which MIG instances the ResourceSlices of NVIDIA's driver for dynamic resource allocation publish. */
final class SlicePlaces {

    static final String DRIVER = "gpu.nvidia.com";
    private static final Pattern NAME = Pattern.compile("gpu-(\\d{1,4})-mig-.+-\\d+-(\\d{1,2})");
    private static final Pattern SLICE = Pattern.compile("memorySlice(\\d{1,2})");

    private SlicePlaces() {}

    /** The instances that exist; none where slices are missing, or list what could be and not what is. */
    static List<ReportedInstance> of(List<JsonNode> slices) {
        var told = new ArrayList<ReportedInstance>();
        for (var slice : current(slices)) {
            for (var device : slice.at("/spec/devices")) {
                var body = device.has("basic") ? device.path("basic") : device;
                if (body.has("consumesCounters")) {
                    // Every profile at every place, of which the scheduler picks some: that says nothing of what is.
                    return List.of();
                }
                told(device.path("name").asText(), body).ifPresent(told::add);
            }
        }
        return List.copyOf(told);
    }

    /** Those of the newest generation of each pool, if all of them are there. */
    private static List<JsonNode> current(List<JsonNode> slices) {
        var pools = new HashMap<String, List<JsonNode>>();
        for (var slice : slices) {
            if (slice.at("/spec/driver").asText().equals(DRIVER)) {
                pools.computeIfAbsent(slice.at("/spec/pool/name").asText(), _ -> new ArrayList<>()).add(slice);
            }
        }
        var all = new ArrayList<JsonNode>();
        for (var pool : pools.values()) {
            long newest = pool.stream().mapToLong(SlicePlaces::generation).max().orElse(0);
            var kept = pool.stream().filter(slice -> generation(slice) == newest).toList();
            if (kept.size() == kept.getFirst().at("/spec/pool/resourceSliceCount").asInt()) {
                all.addAll(kept);
            }
        }
        return all;
    }

    private static long generation(JsonNode slice) {
        return slice.at("/spec/pool/generation").asLong();
    }

    private static Optional<ReportedInstance> told(String name, JsonNode body) {
        if (!text(body, "type").equals("mig")) {
            return Optional.empty();
        }
        var profile = MigProfile.parse(text(body, "profile"));
        var placement = placement(name, body);
        var matcher = NAME.matcher(name);
        int gpu = matcher.matches() ? Integer.parseInt(matcher.group(1)) : -1;
        return profile.isEmpty() || placement.isEmpty() ? Optional.empty()
                : Optional.of(new ReportedInstance(gpu, text(body, "parentUUID"), profile.get(), -1, placement.get()));
    }

    private static String text(JsonNode body, String attribute) {
        return body.path("attributes").path(attribute).path("string").asText("");
    }

    /** The run of memory slices that it occupies. */
    private static Optional<MigPlacement> placement(String name, JsonNode body) {
        var units = new TreeSet<Integer>();
        body.path("capacity").fieldNames().forEachRemaining(capacity -> {
            var matcher = SLICE.matcher(capacity);
            if (matcher.matches()) {
                units.add(Integer.parseInt(matcher.group(1)));
            }
        });
        boolean run = !units.isEmpty() && units.last() - units.first() == units.size() - 1;
        var matcher = NAME.matcher(name);
        boolean starts = run && (!matcher.matches() || Integer.parseInt(matcher.group(2)) == units.first());
        return starts ? Optional.of(new MigPlacement(units.first(), units.size())) : Optional.empty();
    }
}
