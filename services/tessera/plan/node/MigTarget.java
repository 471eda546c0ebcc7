package tessera.plan.node;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tessera.mig.MigConfig;
import tessera.mig.MigLayout;
import tessera.mig.MigProducts;
import tessera.mig.MigProfile;
import tessera.model.MigLabels;
import tessera.plan.context.NodeObject;

/** What a node offers once its GPUs are divided as a configuration says. */
sealed interface MigTarget {

    String GPU = "nvidia.com/gpu";

    /** It cannot be. */
    record UnfitTarget(String why) implements MigTarget {}

    /** It cannot be as long as the MIG strategy is what it is. */
    record MixedTarget(String why) implements MigTarget {}

    /** It cannot be told beforehand. */
    record UnknownTarget(String why) implements MigTarget {}

    /**
     * So it will be.
     *
     * @param devices how many of each resource
     * @param labels  what labels say of them; empty values for those that go
     */
    record Offers(Map<String, Long> devices, Map<String, String> labels) implements MigTarget {

        /** Whether a node is so already, as far as its capacity tells. */
        boolean isOf(NodeObject node) {
            return devices.entrySet().stream().allMatch(device -> shares(node, device.getKey()) == device.getValue()
                    * replicas(node, device.getKey()));
        }
    }

    /** How many of a resource a node has, each counted once however it is shared. */
    static long amount(NodeObject node, String resource) {
        return shares(node, resource) / replicas(node, resource);
    }

    private static long shares(NodeObject node, String resource) {
        return (long) number(node.capacity().getOrDefault(resource, ""))
                + number(node.capacity().getOrDefault(resource + ".shared", ""));
    }

    private static long replicas(NodeObject node, String resource) {
        return Math.max(1, number(node.labels().getOrDefault(resource + ".replicas", "")));
    }

    static MigTarget of(NodeObject node, MigConfig config, MigProducts products) {
        var label = node.labels().getOrDefault(GPU + ".product", "");
        var product = products.byLabel(label);
        int count = number(node.labels().getOrDefault(GPU + ".count", ""));
        if (product.isEmpty()) {
            return new UnknownTarget("the product “" + label + "” is not in the catalogue");
        }
        if (label.contains("-MIG-") || count == 0) {
            return new UnknownTarget("its labels do not tell how many GPUs it has");
        }
        var intended = config.intended(Collections.nCopies(count, new MigConfig.TargetGpu(product.get(), "")));
        if (!intended.problems().isEmpty()) {
            return new UnfitTarget(intended.problems().getFirst());
        }
        var cuts = intended.gpus().values().stream().filter(MigConfig.Plan.CutResult.class::isInstance)
                .map(plan -> ((MigConfig.Plan.CutResult) plan).layout()).toList();
        long whole = intended.gpus().values().stream().filter(MigConfig.Plan.Off.class::isInstance).count();
        if (cuts.size() + whole < count) {
            return new UnknownTarget("it leaves some GPUs as they are, and how those are divided is not known");
        }
        return switch (node.labels().getOrDefault(MigLabels.STRATEGY, "none")) {
            case "mixed" -> mixed(node, cuts, whole);
            case "single" -> single(cuts, whole);
            default -> cuts.isEmpty() ? new Offers(Map.of(GPU, whole), Map.of())
                    : new MixedTarget("the device plugin offers no instances, as its MIG strategy is “none”");
        };
    }

    private static MigTarget mixed(NodeObject node, List<MigLayout> cuts, long whole) {
        var devices = new TreeMap<String, Long>();
        // Resources and labels of the division before are to go.
        node.capacity().keySet().stream().map(MigTarget::unshared)
                .filter(name -> MigProfile.ofResource(name).isPresent())
                .forEach(name -> devices.put(name, 0L));
        cuts.forEach(cut -> cut.combination().counts()
                .forEach((profile, number) -> devices.merge(profile.resource(), (long) number, Long::sum)));
        var labels = new TreeMap<String, String>();
        devices.forEach((name, number) -> labels.put(name + ".count", number == 0 ? "" : Long.toString(number)));
        devices.put(GPU, whole);
        return new Offers(devices, labels);
    }

    private static String unshared(String resource) {
        return resource.endsWith(".shared") ? resource.substring(0, resource.length() - ".shared".length()) : resource;
    }

    private static MigTarget single(List<MigLayout> cuts, long whole) {
        if (cuts.isEmpty()) {
            return new Offers(Map.of(GPU, whole), Map.of(GPU + ".count", Long.toString(whole)));
        }
        var profiles = new HashSet<MigProfile>();
        cuts.forEach(cut -> profiles.addAll(cut.combination().counts().keySet()));
        if (whole > 0 || profiles.size() != 1 || cuts.stream().anyMatch(cut -> cut.instances().isEmpty())) {
            return new MixedTarget("the MIG strategy “single” takes instances of one size on every GPU");
        }
        long number = cuts.stream().mapToLong(cut -> cut.instances().size()).sum();
        return new Offers(Map.of(GPU, number), Map.of(GPU + ".count", Long.toString(number)));
    }

    private static int number(String text) {
        return text.matches("[0-9]{1,6}") ? Integer.parseInt(text) : 0;
    }
}
