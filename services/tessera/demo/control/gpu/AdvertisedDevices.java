package tessera.demo.control.gpu;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tessera.demo.fixture.plan.MachineCatalog;
import tessera.demo.telemetry.MigPartitioning;

/**
 * What a node offers and what is said of it: the answer of device plugin and GPU feature discovery to its boards, the MIG
 * strategy and the sharing.
 *
 * @param resources devices by name
 * @param labels    of the node
 * @param trouble   why the plugin ends instead; empty where it does not
 */
record AdvertisedDevices(SortedMap<String, Long> resources, SortedMap<String, String> labels, String trouble) {

    static final String GPU = "nvidia.com/gpu";
    private static final String MIG = "nvidia.com/mig-";
    private static final String SHARED = ".shared";

    AdvertisedDevices {
        resources = Collections.unmodifiableSortedMap(new TreeMap<>(resources));
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    }

    static AdvertisedDevices of(MachineCatalog.Model model, List<MigPartitioning> cuts, String strategy,
            SharingMode sharing) {
        return new OfferReckoner(model, cuts, sharing).offer(strategy);
    }

    /** The offer while it is worked out. */
    private record OfferReckoner(MachineCatalog.Model model, List<MigPartitioning> cuts, SharingMode sharing,
            SortedMap<String, Long> resources,
            SortedMap<String, String> labels) {

        OfferReckoner(MachineCatalog.Model model, List<MigPartitioning> cuts, SharingMode sharing) {
            this(model, cuts, sharing, new TreeMap<>(), new TreeMap<>());
        }

        AdvertisedDevices offer(String strategy) {
            boolean divided = cuts.stream().anyMatch(MigPartitioning::enabled);
            describe();
            if (!strategy.equals("none")) {
                labels.put("nvidia.com/mig.strategy", strategy);
            }
            var trouble = switch (strategy) {
                case "single" -> divided ? single() : whole(cuts.size());
                case "mixed" -> mixed();
                default -> whole(cuts.size());
            };
            if (trouble.isEmpty() && divided && sharing.kind() == SharingMode.Kind.MPS) {
                trouble = "sharing using MPS is not supported for MIG devices";
                resources.replaceAll((_, _) -> 0L);
            }
            return new AdvertisedDevices(resources, labels, trouble);
        }

        private void describe() {
            label("product", model.product());
            label("count", Integer.toString(cuts.size()));
            label("memory", Integer.toString(model.gpuMemory()));
            label("replicas", "1");
            label("sharing-strategy", SharingMode.Kind.NONE.label());
            labels.put("nvidia.com/mig.capable", Boolean.toString(model.migCapable()));
            labels.put("nvidia.com/mps.capable", Boolean.toString(sharing.kind() == SharingMode.Kind.MPS));
        }

        private void label(String key, String value) {
            labels.put(GPU + "." + key, value);
        }

        /** Devices that go by the name of GPUs, and how their sharing is told. */
        private String whole(long count) {
            int replicas = sharing.of(GPU);
            boolean renamed = replicas > 1 && sharing.renamed();
            resources.put(GPU, renamed ? 0 : count * replicas);
            if (renamed) {
                resources.put(GPU + SHARED, count * replicas);
            }
            if (replicas > 1) {
                label("replicas", Integer.toString(replicas));
                label("sharing-strategy", sharing.kind().label());
                if (!renamed) {
                    labels.computeIfPresent(GPU + ".product", (_, product) -> product + "-SHARED");
                }
            }
            return "";
        }

        /** All instances must be alike, and no board without any. */
        private String single() {
            var profiles = new HashSet<String>();
            cuts.forEach(cut -> profiles.addAll(cut.instances().keySet()));
            var trouble = "";
            if (cuts.stream().anyMatch(cut -> !cut.enabled())) {
                trouble = "all devices on the node must be configured with the same migEnabled value";
            } else if (cuts.stream().anyMatch(cut -> cut.instances().isEmpty())) {
                trouble = "device " + cuts.indexOf(cuts.stream().filter(cut -> cut.instances().isEmpty()).findFirst()
                        .orElseThrow()) + " has no MIG devices configured";
            } else if (profiles.size() > 1) {
                trouble = "more than one MIG device type present on node";
            }
            if (!trouble.isEmpty()) {
                labels.put(GPU + ".product", model.product() + "-MIG-INVALID");
                List.of("count", "replicas", "memory").forEach(key -> label(key, "0"));
                label("sharing-strategy", "");
                resources.put(GPU, 0L);
                return "invalid MIG configuration: " + trouble;
            }
            var name = profiles.iterator().next();
            var profile = model.profiles().get(name);
            long count = cuts.stream().mapToLong(cut -> cut.instances().getOrDefault(name, 0)).sum();
            label("product", model.product() + "-MIG-" + name);
            label("count", Long.toString(count));
            if (profile != null) {
                describe(profile, GPU + ".");
            }
            return whole(count);
        }

        private void describe(MachineCatalog.HardwareProfile profile, String key) {
            labels.put(key + "memory", Integer.toString(profile.memory()));
            labels.put(key + "multiprocessors", Integer.toString(profile.multiprocessors()));
            labels.put(key + "slices.gi", Integer.toString(profile.compute()));
            labels.put(key + "slices.ci", Integer.toString(profile.compute()));
            profile.engines().forEach((engine, count) -> labels.put(key + "engines." + engine, count.toString()));
        }

        private String mixed() {
            long whole = cuts.stream().filter(cut -> !cut.enabled()).count();
            if (whole > 0) {
                whole(whole);
            } else {
                resources.put(GPU, 0L);
                label("replicas", "0");
            }
            var counts = new TreeMap<String, Long>();
            cuts.forEach(cut -> cut.instances().forEach((name, count) -> counts.merge(name, (long) count, Long::sum)));
            counts.forEach(this::instances);
            return "";
        }

        private void instances(String name, long count) {
            var resource = MIG + name;
            var key = resource + ".";
            int replicas = sharing.of(resource);
            boolean renamed = replicas > 1 && sharing.renamed();
            resources.put(resource, renamed ? 0 : count * replicas);
            if (renamed) {
                resources.put(resource + SHARED, count * replicas);
            }
            labels.put(key + "count", Long.toString(count));
            labels.put(key + "product", model.product() + "-MIG-" + name
                    + (replicas > 1 && !renamed ? "-SHARED" : ""));
            labels.put(key + "replicas", Integer.toString(replicas));
            labels.put(key + "sharing-strategy",
                    (replicas > 1 ? sharing.kind() : SharingMode.Kind.NONE).label());
            var profile = model.profiles().get(name);
            if (profile != null) {
                describe(profile, key);
            }
        }
    }

    /** Labels that such an offer may have and this one has not: they are to go. */
    List<String> stale(Map<String, String> present) {
        var stale = new ArrayList<String>();
        for (var key : present.keySet()) {
            boolean ours = key.startsWith(MIG) || key.equals("nvidia.com/mig.strategy")
                    || key.startsWith(GPU + ".slices.") || key.startsWith(GPU + ".engines.")
                    || key.equals(GPU + ".multiprocessors");
            if (ours && !labels.containsKey(key)) {
                stale.add(key);
            }
        }
        return stale;
    }
}
