package tessera.insight;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import tessera.insight.Accelerator.Form;
import tessera.insight.Accelerators.Product;
import tessera.mig.MigProfile;
import tessera.model.NodeFacts;
import tessera.model.NodeInfo;
import tessera.model.PodFacts;
import tessera.model.ResourceUse;
import tessera.model.Resources;

/**
 * Reads what GPUs a node has from its labels and its resources: the physical ones told from what they are handed out
 * as. A pure function of one node.
 */
public final class GpuNodes {

    private static final String GPU_COUNT = "nvidia.com/gpu.count";
    private static final int MOST_SHARES = 1024;
    /** Beyond any cluster, and its multiples are numbers still. */
    private static final long MOST_INSTANCES = Long.MAX_VALUE / 128;
    static final String SHARED = ".shared";
    /** As AMD's labels spell memory. */
    private static final Pattern GIGABYTES = Pattern.compile("(\\d{1,4})G");

    private final Accelerators accelerators;
    private final MigPlaces places = new MigPlaces();

    public GpuNodes(Accelerators accelerators) {
        this.accelerators = accelerators;
    }

    /** The node's GPUs; empty for a node that neither has nor holds any accelerator. */
    public Optional<GpuNode> read(NodeInfo info) {
        var uses = uses(info);
        var kind = uses.stream().flatMap(use -> accelerators.of(use.resource()).stream()).findFirst()
                .or(() -> present(info.facts()));
        if (kind.isEmpty()) {
            return Optional.empty();
        }
        var facts = info.facts();
        var label = firstLabel(facts, kind.get().model());
        var product = product(facts, kind.get(), label);
        int replicas = replicas(facts);
        var groups = groups(new Labels(facts, product, label, replicas), uses);
        return Optional.of(new GpuNode(info, kind.get().vendor(), product, label, uses, groups,
                firstLabel(facts, kind.get().driver()), facts.label("nvidia.com/cuda.runtime-version.full"),
                migMode(facts, uses, label), sharing(facts, replicas), replicas, holders(info, uses),
                Standing.of(facts, groups, uses), places));
    }

    private Product product(NodeFacts facts, Accelerator kind, String label) {
        if (label.isEmpty()) {
            return InstanceTypes.of(facts)
                    .filter(machine -> kind.kind().startsWith("gpu") && machine.vendor().equals(kind.vendor()))
                    .map(machine -> accelerators.product(machine.product())).orElse(new Product(kind.title(), 0));
        }
        var product = accelerators.product(label);
        var memory = GIGABYTES.matcher(firstLabel(facts, kind.memory()));
        return product.gigabytes() == 0 && memory.matches()
                ? new Product(product.name(), Integer.parseInt(memory.group(1)))
                : product;
    }

    private List<ResourceUse> uses(NodeInfo info) {
        return info.resources().stream()
                .filter(name -> accelerators.of(name).filter(Accelerator::computes).isPresent()).map(info::use)
                .toList();
    }

    private static List<PodFacts> holders(NodeInfo info, List<ResourceUse> uses) {
        return info.pods().stream()
                .filter(pod -> pod.holdsResources()
                        && uses.stream().anyMatch(use -> pod.requests().get(use.resource()) > 0))
                .toList();
    }

    /** Whether anything on a node tells of devices of the kind that a resource counts, offered or not. */
    public boolean tells(NodeFacts facts, String resource) {
        int slash = resource.indexOf('/');
        var domain = resource.substring(0, slash + 1);
        return List.of(facts.capacity(), facts.allocatable()).stream()
                .anyMatch(amounts -> amounts.names().stream()
                        .anyMatch(name -> name.startsWith(domain) && amounts.get(name) > 0 && name.indexOf('/') > 0))
                || accelerators.of(resource)
                        .filter(kind -> kind.present().stream().anyMatch(label -> carries(facts, label))).isPresent();
    }

    /** What labels say is there, or what was advertised once and is now at zero. */
    private Optional<Accelerator> present(NodeFacts facts) {
        return accelerators.computing().stream()
                .filter(kind -> kind.present().stream().anyMatch(label -> carries(facts, label))).findFirst()
                .or(() -> facts.capacity().names().stream().flatMap(name -> accelerators.of(name).stream())
                        .filter(Accelerator::computes).findFirst());
    }

    private static boolean carries(NodeFacts facts, String wanted) {
        int equals = wanted.indexOf('=');
        return equals < 0
                ? facts.label(wanted).equals("true")
                : facts.label(wanted.substring(0, equals)).equals(wanted.substring(equals + 1));
    }

    /** What the labels of a node say of its GPUs. */
    private record Labels(NodeFacts facts, Product product, String label, int replicas) {}

    private List<GpuGroup> groups(Labels labels, List<ResourceUse> uses) {
        var groups = new ArrayList<GpuGroup>();
        var instances = new ArrayList<ResourceUse>();
        for (var use : uses) {
            var kind = accelerators.of(use.resource()).orElseThrow();
            if (kind.mig()) {
                instances.add(use);
            } else {
                device(kind, use, labels).ifPresent(groups::add);
            }
        }
        long seen = groups.stream().mapToLong(GpuGroup::count).reduce(0, Resources::saturatedSum);
        long counted = MigProfile.ofProduct(labels.label()).isPresent()
                ? seen
                : number(labels.facts().label(GPU_COUNT));
        if (!instances.isEmpty()) {
            long cut = counted > seen ? counted - seen : fewest(instances, ResourceUse::capacity, labels);
            groups.add(cut(cut, instances, labels));
        } else if (counted > seen && !ClaimedGpus.on(labels.facts())) {
            groups.add(GpuGroup.of(GpuGroup.Form.NOT_OFFERED, counted - seen, 1, 0, List.of()));
        }
        return groups;
    }

    private static Optional<GpuGroup> device(Accelerator kind, ResourceUse use, Labels labels) {
        long units = Math.max(use.capacity(), use.allocatable());
        if (units == 0 && use.allocated() == 0) {
            return Optional.empty();
        }
        var single = MigProfile.ofProduct(labels.label());
        if (single.isPresent() && kind.form() == Form.DEVICE) {
            long instances = units / labels.replicas();
            return Optional.of(cut(ceiling(instances, single.get().mostPerGpu(labels.product().gigabytes())),
                    List.of(use), labels));
        }
        if (kind.kind().equals("gpu-partition")) {
            int each = partitions(use.resource());
            return Optional.of(group(GpuGroup.Form.SHARED, ceiling(units, each), each, use));
        }
        int shares = kind.form() == Form.REPLICA ? Math.max(2, labels.replicas()) : shares(kind, labels, units);
        return Optional.of(shares > 1
                ? group(GpuGroup.Form.SHARED, ceiling(units, shares), shares, use)
                : group(GpuGroup.Form.WHOLE, units, 1, use));
    }

    private static GpuGroup cut(long count, List<ResourceUse> instances, Labels labels) {
        return GpuGroup.of(GpuGroup.Form.MIG, count, 1, fewest(instances, ResourceUse::allocated, labels), instances);
    }

    private static int shares(Accelerator kind, Labels labels, long units) {
        if (kind.id().equals("nvidia-gpu")) {
            return labels.replicas();
        }
        int devices = number(firstLabel(labels.facts(), kind.count()));
        return devices > 0 && units > devices && units % devices == 0 ? (int) Math.min(units / devices, MOST_SHARES)
                : 1;
    }

    private static GpuGroup group(GpuGroup.Form form, long count, int parts, ResourceUse use) {
        return GpuGroup.of(form, count, parts, ceiling(use.allocated(), parts), List.of(use));
    }

    /** On how few GPUs these instances can lie: their memory, their compute slices and each profile's limit decide. */
    private static long fewest(List<ResourceUse> uses, ToLongFunction<ResourceUse> units, Labels labels) {
        int gigabytes = labels.product().gigabytes();
        long memory = 0;
        long slices = 0;
        long most = 0;
        for (var use : uses) {
            var profile = MigProfile.ofResource(use.resource()).or(() -> MigProfile.ofProduct(labels.label()))
                    .orElse(MigProfile.SMALLEST);
            long instances = Math.min(ceiling(units.applyAsLong(use), sharesOfInstance(use.resource(), labels.facts())),
                    MOST_INSTANCES);
            memory = Resources.saturatedSum(memory, instances * profile.units(gigabytes));
            slices = Resources.saturatedSum(slices, instances * profile.slices());
            most = Math.max(most, ceiling(instances, profile.mostPerGpu(gigabytes)));
        }
        return Math.max(most, Math.max(ceiling(memory, MigProfile.UNITS), ceiling(slices, MigProfile.SLICES)));
    }

    /** Into how many shares each instance is divided; where no label tells, as many as a GPU of the node. */
    static int sharesOfInstance(String resource, NodeFacts facts) {
        var profile = resource.endsWith(SHARED) ? resource.substring(0, resource.length() - SHARED.length()) : resource;
        int told = number(facts.label(profile + ".replicas"));
        return told > 0 ? told : replicas(facts);
    }

    private static int partitions(String resource) {
        return switch (resource.substring(resource.indexOf('/') + 1, resource.indexOf('_'))) {
            case "dpx" -> 2;
            case "tpx" -> 3;
            case "qpx" -> 4;
            case "cpx" -> 8;
            default -> 1;
        };
    }

    private static int replicas(NodeFacts facts) {
        return Math.clamp(number(facts.label("nvidia.com/gpu.replicas")), 1, MOST_SHARES);
    }

    private static String sharing(NodeFacts facts, int replicas) {
        var strategy = facts.label("nvidia.com/gpu.sharing-strategy");
        if (!strategy.isEmpty()) {
            return strategy.equals("none") ? "" : strategy;
        }
        return replicas > 1 ? "shared" : "";
    }

    private String migMode(NodeFacts facts, List<ResourceUse> uses, String label) {
        if (MigProfile.ofProduct(label).isPresent()) {
            return "single";
        }
        return uses.stream().anyMatch(use -> MigProfile.ofResource(use.resource()).isPresent())
                ? "mixed"
                : facts.label("nvidia.com/mig.strategy");
    }

    private static String firstLabel(NodeFacts facts, List<String> keys) {
        return keys.stream().map(facts::label).filter(value -> !value.isEmpty()).findFirst().orElse("");
    }

    static int number(String text) {
        return text.length() < 7 && !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9')
                ? Integer.parseInt(text)
                : 0;
    }

    private static long ceiling(long amount, long each) {
        return amount / each + (amount % each == 0 ? 0 : 1);
    }
}
