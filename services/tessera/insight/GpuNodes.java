package tessera.insight;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.insight.AcceleratorCatalog.Product;
import tessera.mig.MigProfile;
import tessera.model.NodeFacts;
import tessera.model.NodeInfo;
import tessera.model.PodFacts;
import tessera.model.ResourceAmounts;
import tessera.model.ResourceUse;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.NodeReadings;

/**
 * Reads what GPUs a node has from its labels, its annotations and its resources: the physical ones told from what they are
 * handed out as. A pure function of one node, and of what its exporter tells.
 */
public final class GpuNodes {

    static final String SHARED = ".shared";
    /** As AMD's labels spell memory. */
    private static final Pattern GIGABYTES = Pattern.compile("(\\d{1,4})G");
    private static final int MOST_UNPARTITIONED = 8;
    /** AWS offers its chips by the core as well, by a name of their own. */
    private static final String CORE = "core";

    private final AcceleratorCatalog accelerators;
    private final MigPlaces places = new MigPlaces();

    public GpuNodes(AcceleratorCatalog accelerators) {
        this.accelerators = accelerators;
    }

    /** The node's GPUs; empty for a node that neither has nor holds any accelerator. */
    public Optional<GpuNode> read(NodeInfo info) {
        return read(info, 0);
    }

    /** The same node where its exporter shows another number of boards than it seemed to have; itself otherwise. */
    GpuNode witnessed(GpuNode plain, NodeReadings readings) {
        long shown = shown(readings);
        return plain.byClaims() || shown == 0 || !believed(plain, shown) ? plain
                : read(plain.info(), shown).orElse(plain);
    }

    /** How many boards an exporter lists by their identity; 0 where it lists some without. */
    private static long shown(NodeReadings readings) {
        boolean named = readings.devices().stream().allMatch(device -> device.index() >= 0 && !device.uuid().isEmpty());
        return named ? readings.devices().stream().map(DeviceReadings::uuid).distinct().count() : 0;
    }

    /**
     * A board that fell off the bus is shown no more, and is there all the same: where a label counts more boards than are
     * shown, the label holds unless as many are offered as are shown. AMD's exporter shows partitions as boards.
     */
    private static boolean believed(GpuNode node, long shown) {
        var count = node.boards().count();
        long advertised = node.uses().stream().mapToLong(ResourceUse::capacity).sum();
        if (count.known()) {
            return shown > count.number() || (shown < count.number() && advertised == shown);
        }
        return node.vendor().equals("NVIDIA") || shown <= MOST_UNPARTITIONED;
    }

    private Optional<GpuNode> read(NodeInfo info, long shown) {
        var claimed = new ClaimedGroups(info, SliceBoards.of(info.devices()), accelerators);
        var offers = offers(info, claimed);
        var facts = info.facts();
        var kind = offers.stream().map(ResourceOffer::kind).findFirst().or(() -> published(claimed))
                .or(() -> present(facts));
        if (kind.isEmpty()) {
            return Optional.empty();
        }
        var families = new LinkedHashMap<String, List<ResourceOffer>>();
        offers.forEach(offer -> families.computeIfAbsent(offer.family(), _ -> new ArrayList<>()).add(offer));
        if (families.isEmpty() && !claimed.boards().isEmpty()) {
            return Optional.of(claimed(info, kind.get(), claimed));
        }
        if (families.isEmpty()) {
            families.put("", List.of());
        }
        var read = families.values().stream()
                .map(members -> family(facts, members.isEmpty() ? kind.get() : first(members),
                        families.size() == 1 ? shown : 0))
                .toList();
        var register = read.stream().map(BoardFamily::register).filter(cards -> !cards.boards().isEmpty()).findFirst()
                .orElse(CardRegister.NONE);
        var shares = BoardShares.of(info, register);
        var groups = new ArrayList<GpuGroup>();
        int at = 0;
        for (var members : families.values()) {
            new BoardGroups(read.get(at++), ClaimedGpus.on(info)).of(members)
                    .forEach(group -> groups.add(lent(group, info, shares)));
        }
        return Optional.of(node(info, kind.get(), read, claimed.with(groups),
                new NodeBasics(register, shares, offers, claimed)));
    }

    /** A node of whose GPUs no device plugin offers any. */
    private GpuNode claimed(NodeInfo info, Accelerator kind, ClaimedGroups claimed) {
        var groups = claimed.with(List.of());
        var first = claimed.boards().boards().getFirst();
        var uses = groups.stream().flatMap(group -> group.uses().stream()).toList();
        var label = firstLabel(info.facts(), kind.labels().model());
        var product = together(groups.stream().map(group -> group.origin().product()).distinct().toList());
        var division = new BoardDivision(groups.stream().anyMatch(group -> group.form() == GpuGroup.GroupForm.MIG)
                ? "mixed"
                : "", "", 1);
        var boards = new NodeBoards(claimed.count(), claimed.gap().total(), CardRegister.NONE,
                BoardShares.of(info, CardRegister.NONE), claimed.boards(), claimed.gap(), ConfiguredCuts.NONE);
        return new GpuNode(info, kind.vendor(), product, label.isEmpty() ? ClaimedGroups.label(first.model()) : label,
                uses, groups, first.version(), first.cuda(), division, claimed.holders(),
                NodeStatus.of(info, groups, uses, claimed.boards()), places, boards);
    }

    private Optional<Accelerator> published(ClaimedGroups claimed) {
        var boards = claimed.boards();
        return Stream.concat(boards.boards().stream().map(SliceBoard::driver),
                boards.lost().stream().flatMap(each -> GpuDriver.named(each.device().driver()).stream())).findFirst()
                .flatMap(driver -> accelerators.of(driver.resource()));
    }

    /** What of a node was read before its groups. */
    private record NodeBasics(CardRegister register, BoardShares shares, List<ResourceOffer> offers,
            ClaimedGroups claimed) {}

    private GpuNode node(NodeInfo info, Accelerator kind, List<BoardFamily> families, List<GpuGroup> groups,
            NodeBasics read) {
        var facts = info.facts();
        var label = families.getFirst().label();
        var uses = read.offers().stream().map(ResourceOffer::use).toList();
        var weakest = families.stream().map(BoardFamily::count)
                .reduce((one, other) -> one.witness().compareTo(other.witness()) >= 0 ? one : other).orElseThrow();
        var boards = new NodeBoards(weakest, bound(groups), read.register(), read.shares(), read.claimed().boards(),
                PoolGap.NONE, ConfiguredCuts.NONE);
        var division = BoardDivision.of(families.getFirst(), groups, migMode(facts, uses, families.getFirst()));
        return new GpuNode(info, kind.vendor(), product(families, groups), label, uses, groups,
                firstLabel(facts, kind.labels().driver()), facts.label("nvidia.com/cuda.runtime-version.full"),
                division, holders(info, uses, read), NodeStatus.of(info, groups, uses, read.claimed().boards()), places,
                boards);
    }

    private List<ResourceOffer> offers(NodeInfo info, ClaimedGroups claimed) {
        return info.resources().stream().flatMap(name -> accelerators.of(name).filter(Accelerator::computes)
                .map(kind -> new ResourceOffer(kind, cored(info, claimed.offered(info.use(name))))).stream())
                .filter(offer -> offer.units() > 0 || offer.use().allocated() > 0).toList();
    }

    /** A chip of which a core is held is not free, though the scheduler counts the two apart. */
    private static ResourceUse cored(NodeInfo info, ResourceUse chips) {
        var cores = info.use(chips.resource() + CORE);
        long each = chips.capacity() == 0 ? 1 : Math.max(1, cores.capacity() / chips.capacity());
        return cores.allocated() == 0 ? chips
                : new ResourceUse(chips.resource(), chips.capacity(), chips.allocatable(),
                        ResourceAmounts.saturatedSum(chips.allocated(), BoardGroups.ceiling(cores.allocated(), each)),
                        chips.pods() + cores.pods());
    }

    /** The kind whose labels tell of the boards; of those that come without labels any. */
    private static Accelerator first(List<ResourceOffer> members) {
        return members.stream().map(ResourceOffer::kind)
                .filter(kind -> !kind.labels().equals(Accelerator.DeviceLabels.NONE))
                .findFirst().orElseGet(() -> members.getFirst().kind());
    }

    private BoardFamily family(NodeFacts facts, Accelerator kind, long shown) {
        var labels = kind.labels();
        var label = firstLabel(facts, labels.model());
        var register = facts.annotations().isEmpty() ? CardRegister.NONE
                : CardRegister.of(facts, labels.registers(), accelerators::product);
        boolean instances = BoardFamily.instances(facts, label).isPresent();
        var count = shown > 0 ? BoardCount.exporter(shown) : new BoardCounts(facts, kind).of(register, instances);
        var partition = firstLabel(facts, labels.partition());
        if (!partition.isEmpty() && !count.known()) {
            // How many there are follows from what is advertised, and that from this label.
            count = BoardCount.label(BoardWitness.COUNT_LABEL, labels.partition().stream()
                    .filter(key -> !facts.label(key).isEmpty()).findFirst().orElse(""), 0);
        }
        return new BoardFamily(facts, product(facts, kind, label, register), label, count, register, partition);
    }

    private Product product(NodeFacts facts, Accelerator kind, String label, CardRegister register) {
        if (label.isEmpty()) {
            var named = register.boards().stream().map(RegisteredBoard::product).distinct().toList();
            if (!named.isEmpty()) {
                return together(named);
            }
            return InstanceTypes.of(facts).filter(machine -> kind.ofGpus() && machine.vendor().equals(kind.vendor()))
                    .map(machine -> accelerators.product(machine.product()))
                    .or(() -> InstanceTypes.model(facts).filter(_ -> kind.ofGpus()).map(BoardNames::called))
                    .orElseGet(() -> new Product(kind.title(), 0));
        }
        var product = accelerators.product(label);
        var memory = GIGABYTES.matcher(firstLabel(facts, kind.labels().memory()));
        return product.gigabytes() == 0 && memory.matches()
                ? new Product(product.name(), Integer.parseInt(memory.group(1)))
                : product;
    }

    /** What its boards are, of whatever family. */
    private static Product product(List<BoardFamily> families, List<GpuGroup> groups) {
        var products = groups.stream().map(group -> group.origin().product()).distinct().toList();
        return products.isEmpty() ? families.getFirst().product() : together(products);
    }

    private static Product together(List<Product> products) {
        return products.size() == 1 ? products.getFirst()
                : new Product(products.stream().map(Product::title).collect(Collectors.joining(" + ")), 0);
    }

    private static EstimateBound bound(List<GpuGroup> groups) {
        return groups.stream().map(group -> group.origin().bound()).max(Comparator.naturalOrder())
                .orElse(EstimateBound.EXACT);
    }

    private static GpuGroup lent(GpuGroup group, NodeInfo info, BoardShares shares) {
        if (group.form() == GpuGroup.GroupForm.WHOLE && !shares.reserved().isEmpty()) {
            return group.lending(info.pods().stream().filter(shares::standsFor)
                    .filter(pod -> takes(pod, group.uses())).count());
        }
        if (group.form() != GpuGroup.GroupForm.SHARED || shares.noted().isEmpty()) {
            return group;
        }
        var noted = shares.pods();
        boolean all = info.pods().stream().filter(pod -> pod.holdsResources() && takes(pod, group.uses()))
                .allMatch(pod -> noted.contains(pod.key()));
        return all ? group.lyingOn(shares.boards()) : group;
    }

    private static boolean takes(PodFacts pod, List<ResourceUse> uses) {
        return uses.stream().anyMatch(use -> pod.requests().get(use.resource()) > 0);
    }

    /** Who shares a reserved GPU holds it, not the pod that reserves it. */
    private static List<PodFacts> holders(NodeInfo info, List<ResourceUse> uses, NodeBasics read) {
        var shares = read.shares();
        var claiming = read.claimed().holders();
        var asking = info.pods().stream().filter(pod -> pod.holdsResources()
                && (takes(pod, uses) || claiming.contains(pod)) && !shares.standsFor(pod));
        var sharers = shares.sharers();
        return sharers.isEmpty() ? asking.toList() : Stream.concat(asking, sharers.stream()).distinct().toList();
    }

    /** Whether anything on a node tells of devices of the kind that a resource counts, offered or not. */
    public boolean tells(NodeFacts facts, String resource) {
        int slash = resource.indexOf('/');
        var domain = resource.substring(0, slash + 1);
        return List.of(facts.capacity(), facts.allocatable()).stream().anyMatch(amounts -> amounts.names().stream()
                .anyMatch(name -> name.startsWith(domain) && amounts.get(name) > 0 && name.indexOf('/') > 0))
                || accelerators.of(resource)
                        .filter(kind -> kind.labels().present().stream().anyMatch(label -> carries(facts, label)))
                        .isPresent();
    }

    /** What labels say is there, or what was advertised once and is now at zero. */
    private Optional<Accelerator> present(NodeFacts facts) {
        return accelerators.computing().stream()
                .filter(kind -> kind.labels().present().stream().anyMatch(label -> carries(facts, label))).findFirst()
                .or(() -> facts.capacity().names().stream().flatMap(name -> accelerators.of(name).stream())
                        .filter(Accelerator::computes).findFirst())
                .or(() -> ordered(facts));
    }

    /** What the machine was ordered with, where nothing offers it yet. */
    private Optional<Accelerator> ordered(NodeFacts facts) {
        return InstanceTypes.of(facts).filter(machine -> machine.gpus() > 0)
                .flatMap(machine -> accelerators.computing().stream()
                        .filter(kind -> kind.kind().equals("gpu") && kind.vendor().equals(machine.vendor()))
                        .findFirst());
    }

    private static boolean carries(NodeFacts facts, String wanted) {
        int equals = wanted.indexOf('=');
        return equals < 0 ? facts.label(wanted).equals("true")
                : facts.label(wanted.substring(0, equals)).equals(wanted.substring(equals + 1));
    }

    /** Into how many shares each instance is divided; where no label tells, as many as a GPU of the node. */
    static int sharesOfInstance(String resource, NodeFacts facts) {
        var profile = resource.endsWith(SHARED) ? resource.substring(0, resource.length() - SHARED.length()) : resource;
        int told = number(facts.label(profile + ".replicas"));
        return told > 0 ? told : BoardFamily.replicas(facts);
    }

    private static String migMode(NodeFacts facts, List<ResourceUse> uses, BoardFamily family) {
        if (family.instances().isPresent()) {
            return "single";
        }
        return uses.stream().anyMatch(use -> MigProfile.ofResource(use.resource()).isPresent()) ? "mixed"
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
}
