package tessera.cluster.mig;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import tessera.gpu.ReportedMigPlacements.ReportedMigInstance;
import tessera.mig.MigPlacement;
import tessera.mig.MigProfile;

/** Reader of the MIG instances that the ResourceSlices of NVIDIA's DRA driver publish. */
final class ResourceSliceMigPlacementReader {

    static final String DRIVER = "gpu.nvidia.com";
    private static final Pattern NAME = Pattern.compile("gpu-(\\d{1,4})-mig-.+-\\d+-(\\d{1,2})");
    private static final Pattern SLICE = Pattern.compile("memorySlice(\\d{1,2})");

    private ResourceSliceMigPlacementReader() {}

    /** Returns the existing instances; empty where slices are missing or list possible devices instead of existing ones. */
    static List<ReportedMigInstance> readInstances(List<JsonNode> slices) {
        var told = new ArrayList<ReportedMigInstance>();
        for (var slice : currentSlices(slices)) {
            for (var device : slice.at("/spec/devices")) {
                var body = device.has("basic") ? device.path("basic") : device;
                if (body.has("consumesCounters")) {
                    // Every profile at every place, of which the scheduler picks some: that says nothing of what is.
                    return List.of();
                }
                readInstance(device.path("name").asText(), body).ifPresent(told::add);
            }
        }
        return List.copyOf(told);
    }

    /** Returns the slices of the newest generation of each pool, if the pool is complete. */
    private static List<JsonNode> currentSlices(List<JsonNode> slices) {
        var pools = new HashMap<String, List<JsonNode>>();
        for (var slice : slices) {
            if (slice.at("/spec/driver").asText().equals(DRIVER)) {
                pools.computeIfAbsent(slice.at("/spec/pool/name").asText(), _ -> new ArrayList<>()).add(slice);
            }
        }
        var all = new ArrayList<JsonNode>();
        for (var pool : pools.values()) {
            long newest = pool.stream().mapToLong(ResourceSliceMigPlacementReader::poolGeneration).max().orElse(0);
            var kept = pool.stream().filter(slice -> poolGeneration(slice) == newest).toList();
            if (kept.size() == kept.getFirst().at("/spec/pool/resourceSliceCount").asInt()) {
                all.addAll(kept);
            }
        }
        return all;
    }

    private static long poolGeneration(JsonNode slice) {
        return slice.at("/spec/pool/generation").asLong();
    }

    private static Optional<ReportedMigInstance> readInstance(String name, JsonNode body) {
        if (!attributeText(body, "type").equals("mig")) {
            return Optional.empty();
        }
        var profile = MigProfile.parse(attributeText(body, "profile"));
        var placement = readPlacement(name, body);
        var matcher = NAME.matcher(name);
        int gpu = matcher.matches() ? Integer.parseInt(matcher.group(1)) : -1;
        return profile.isEmpty() || placement.isEmpty() ? Optional.empty()
                : Optional.of(new ReportedMigInstance(gpu, attributeText(body, "parentUUID"), profile.get(), -1,
                        placement.get()));
    }

    private static String attributeText(JsonNode body, String attribute) {
        return body.path("attributes").path(attribute).path("string").asText("");
    }

    /** Returns the range of memory slices that the instance occupies. */
    private static Optional<MigPlacement> readPlacement(String name, JsonNode body) {
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
