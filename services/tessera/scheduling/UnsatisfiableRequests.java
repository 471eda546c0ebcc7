package tessera.scheduling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.insight.SelectedNodes;
import tessera.model.ListText;
import tessera.model.ResourceText;
import tessera.model.SpellingSuggestions;
import tessera.model.Taint;
import tessera.scheduling.spec.PodSchedulingSpec;
import tessera.sharing.DeviceShares;
import tessera.sharing.SharingStrategyLabel;

/** Why no node could ever take a pod: which of its demands nobody meets, or which no node meets together. */
final class UnsatisfiableRequests {

    private static final int LISTED = 4;
    private static final String PRODUCT = ".product";
    /** What feature discovery adds to the product where GPUs are shared under their own name. */
    private static final String SHARED = "-SHARED";

    private final PodSchedulingSpec wish;
    private final List<SchedulerNode> rooms;
    private final List<NodeFit> nodes;

    /**
     * A demand that cannot be met.
     *
     * @param words  why not
     * @param advice what could be demanded instead; empty where nothing is known to be near
     */
    record UnmetDemand(String words, String advice) {}

    /** @param nodes what each of them says */
    UnsatisfiableRequests(PodSchedulingSpec wish, List<SchedulerNode> rooms, List<NodeFit> nodes) {
        this.wish = wish;
        this.rooms = rooms;
        this.nodes = nodes;
    }

    /** What is demanded in vain; none where that cannot be told. */
    List<UnmetDemand> demands() {
        var alone = new ArrayList<UnmetDemand>();
        if (wish.nodeRule().matchesNothing()) {
            alone.add(new UnmetDemand("Its node affinity has no conditions, and so matches no node",
                    "Give its node affinity conditions, or leave it out"));
        }
        wish.nodeRule().pinned().map(TreeSet::new)
                .filter(names -> !names.isEmpty() && rooms.stream().noneMatch(room -> names.contains(room.name())))
                .ifPresent(names -> alone.add(new UnmetDemand("It is meant for %s, and there is no such node".formatted(
                        String.join(", ", names)), "")));
        if (!wish.node().isEmpty() && rooms.stream().noneMatch(room -> room.name().equals(wish.node()))) {
            var names = rooms.stream().map(SchedulerNode::name).toList();
            alone.add(new UnmetDemand("There is no node “%s”".formatted(wish.node()),
                    SpellingSuggestions.nearest(wish.node(), names).map("Name the node %s instead"::formatted)
                            .orElse("")));
        }
        wish.nodeRule().needed().stream().filter(need -> rooms.stream()
                .noneMatch(room -> need.holds(room.facts().labels())))
                .map(need -> new UnknownLabel(need, rooms, several()).demand()).forEach(alone::add);
        wanted().filter(name -> most(offering(name), name) < wish.requests().get(name)).map(this::resource)
                .forEach(alone::add);
        return alone.isEmpty() ? together().map(List::of).orElse(List.of()) : alone;
    }

    private Stream<String> wanted() {
        return wish.requests().names().stream().filter(name -> wish.requests().get(name) > 0);
    }

    private static long most(List<SchedulerNode> rooms, String resource) {
        return rooms.stream().mapToLong(room -> room.allocatable(resource)).max().orElse(0);
    }

    private boolean device(String name) {
        return name.contains("/");
    }

    /** Where an amount of a resource would help: what is no device, only beside the devices that are wanted, too. */
    private List<SchedulerNode> offering(String name) {
        var devices = device(name) ? List.<String>of() : wanted().filter(this::device).toList();
        var offering = rooms.stream().filter(room -> devices.stream()
                .allMatch(device -> room.allocatable(device) >= wish.requests().get(device))).toList();
        return offering.isEmpty() ? rooms : offering;
    }

    private UnmetDemand resource(String name) {
        var among = offering(name);
        var where = among.size() == rooms.size() ? "no node"
                : wanted().filter(this::device).map(each -> ResourceText.of(each, wish.requests().get(each)))
                        .collect(Collectors.joining(" and ", "no node that offers ", ""));
        long most = most(among, name);
        long wanted = wish.requests().get(name);
        long whole = whole(name);
        if (most > 0 && whole > 0 && whole < most) {
            return new UnmetDemand("Wants %s on one node; shares of devices aside, no node has more than %s".formatted(
                    ResourceText.of(name, wanted), ResourceText.words(name, whole)), fewer(name));
        }
        if (most > 0) {
            return new UnmetDemand(
                    "Wants %s on one node; %s has more than %s".formatted(ResourceText.of(name, wanted), where,
                            ResourceText.words(name, most)),
                    fewer(name));
        }
        if (among.size() < rooms.size() && most(rooms, name) > 0) {
            return new UnmetDemand("Wants %s; %s has any".formatted(ResourceText.of(name, wanted), where), "");
        }
        return new UnmetDemand("No node offers %s".formatted(name), instead(name, rooms));
    }

    private String fewer(String name) {
        return attainable(name)
                .map(amount -> "Ask for at most %s a pod, and for more pods".formatted(ResourceText.of(name, amount))
                        + richer(name, amount))
                .orElseGet(() -> tainted(name));
    }

    /** The most that is to be had where the pod would have to put up with taints as well; empty where that does not do. */
    private String tainted(String name) {
        return nodes.stream().filter(node -> node.objections().stream().allMatch(UnsatisfiableRequests::lesser))
                .flatMap(node -> node.needs().stream().filter(need -> need.resource().equals(name))
                        .map(need -> Map.entry(node, need.allocatable())))
                .max(Map.Entry.comparingByValue())
                .map(most -> "Ask for at most %s a pod, and for more pods, and let them tolerate %s".formatted(
                        ResourceText.of(name, most.getValue()),
                        ListText.joined(most.getKey().objections().stream().flatMap(each -> each.taint().stream())
                                .map(Taint::toString).toList(), " and ")))
                .orElse("");
    }

    /** Whether who asks for less and tolerates more has nothing to fear of it. */
    private static boolean lesser(FilterFailure objection) {
        return objection.hold() == BlockerKind.OTHERS
                || objection.shortage().filter(lack -> lack.allocatable() > 0).isPresent()
                || objection.taint().filter(taint -> !UnblockAdvice.forbidding(taint)).isPresent();
    }

    /** Why more of it than what is attainable is not to be had where there is more. */
    private String richer(String name, long attainable) {
        var offering = offering(name).stream().map(SchedulerNode::name).toList();
        var richer = nodes.stream().filter(node -> offering.contains(node.name())
                && node.facts().allocatable().get(name) > attainable && closings(node).findAny().isPresent()).toList();
        var why = richer.stream().flatMap(UnsatisfiableRequests::closings).distinct().toList();
        if (why.isEmpty()) {
            return "";
        }
        var names = ListText.some(richer.stream().map(NodeFit::name).toList(), LISTED);
        return "; %s %s more, and %s closed to it (%s)".formatted(names, richer.size() == 1 ? "has" : "have",
                richer.size() == 1 ? "is" : "are", why.stream().limit(LISTED).collect(Collectors.joining(", ")));
    }

    private static Stream<String> closings(NodeFit node) {
        return node.objections().stream().filter(each -> each.hold() != BlockerKind.OTHERS && each.shortage().isEmpty())
                .map(FilterFailure::brief);
    }

    /** The most that is to be had of it where nothing else is against the pod for good, and nobody has to open a node. */
    private Optional<Long> attainable(String name) {
        return nodes.stream()
                .filter(node -> node.objections().stream().allMatch(each -> each.hold() == BlockerKind.OTHERS
                        || each.shortage().filter(lack -> lack.allocatable() > 0).isPresent()))
                .flatMap(node -> node.needs().stream()).filter(need -> need.resource().equals(name))
                .map(ResourceShortfall::allocatable).max(Comparator.naturalOrder());
    }

    /** Whoever asks for several in one container is not served by shares, and kubelets may refuse it. */
    private String instead(String name, List<SchedulerNode> among) {
        boolean several = wish.largest().get(name) > 1;
        var offered = among.stream().flatMap(room -> room.facts().allocatable().names().stream()
                .filter(each -> room.allocatable(each) > 0 && !(several && each.endsWith(DeviceShares.SHARED))))
                .collect(Collectors.toCollection(TreeSet::new));
        return SpellingSuggestions.nearest(name, offered)
                .map(near -> "Ask for %s instead of %s, if that was meant".formatted(near, name)).orElse("");
    }

    /** Each demand is met somewhere, but not all in one place. */
    private Optional<UnmetDemand> together() {
        var selected = rooms.stream().filter(room -> (wish.node().isEmpty() || wish.node().equals(room.name()))
                && wish.nodeRule().matches(room.name(), room.facts().labels())).toList();
        if (selected.isEmpty()) {
            return new ConflictingSelectors(wish, rooms).demand();
        }
        var meant = new SelectedNodes(selected.stream().map(SchedulerNode::facts).toList(), wish.requests());
        if (meant.suffices()) {
            return Optional.empty();
        }
        if (selected.size() < rooms.size()) {
            return Optional.of(small(meant, selected));
        }
        var shared = wanted().filter(this::sharedOnly).findFirst();
        return shared.isPresent() ? shared.map(this::resource)
                : Optional.of(new UnmetDemand("No single node has %s together".formatted(wanted()
                        .map(name -> ResourceText.of(name, wish.requests().get(name)))
                        .collect(Collectors.joining(", "))),
                        apart()));
    }

    /** Whoever wants devices that are on different nodes wants several pods. */
    private String apart() {
        var devices = wanted().filter(this::device).toList();
        return devices.size() < 2 || rooms.stream().anyMatch(room -> devices.stream()
                .allMatch(name -> room.allocatable(name) >= wish.requests().get(name))) ? ""
                        : "Have a pod for each: no node offers %s".formatted(ListText.joined(devices.stream()
                                .map(name -> ResourceText.of(name, wish.requests().get(name))).toList(), " and "));
    }

    /** Whether so much of it is nowhere but in shares, several of which one container does not make use of. */
    private boolean sharedOnly(String name) {
        return wish.largest().get(name) > 1 && whole(name) > 0 && whole(name) < wish.requests().get(name);
    }

    private long whole(String name) {
        return most(
                rooms.stream().filter(room -> SharingStrategyLabel.by(room.facts().labels(), name).isEmpty()).toList(),
                name);
    }

    /** What it selects is there, and too small. */
    private UnmetDemand small(SelectedNodes meant, List<SchedulerNode> selected) {
        var scarce = meant.scarce();
        var near = scarce.filter(name -> meant.most(name) == 0).map(name -> instead(name, selected)).orElse("");
        var less = scarce.filter(name -> meant.most(name) > 0).map(this::fewer).orElse("");
        return new UnmetDemand(meant.words() + relabelled(), Stream.of(near, elsewhere(), larger(), less)
                .filter(words -> !words.isEmpty()).findFirst().orElse(""));
    }

    /** Which nodes have all that is wanted, and are not those that it selects. */
    private String larger() {
        var able = nodes.stream().filter(node -> node.standing() == NodeFit.NodeFitStatus.UNSUITABLE)
                .filter(node -> node
                        .objections().stream().filter(each -> each.hold().compareTo(BlockerKind.LAYOUT) >= 0)
                        .allMatch(each -> each.check() == FilterCheck.LABELS || each.check() == FilterCheck.PINNED))
                // Several shares may all be of one device.
                .filter(node -> !several() || wanted().filter(this::device)
                        .allMatch(name -> SharingStrategyLabel.by(node.facts().labels(), name).isEmpty()))
                .map(NodeFit::name).toList();
        return able.isEmpty() ? ""
                : "Select other nodes, or ask for less: %s%s what it wants".formatted(
                        ListText.some(able, LISTED),
                        able.size() == 1 ? " has" : " have");
    }

    /** Of which other products nodes have all that is wanted. */
    private String elsewhere() {
        var needs = wish.nodeRule().needed();
        var products = needs.stream().filter(need -> need.key().endsWith(PRODUCT) && !need.only().isEmpty())
                .flatMap(product -> rooms.stream()
                        .filter(room -> needs.stream().allMatch(need -> need.equals(product)
                                || need.holds(room.facts().labels())))
                        .filter(room -> wanted().allMatch(name -> room.allocatable(name) >= wish.requests().get(name)))
                        .map(room -> room.facts().labels().getOrDefault(product.key(), "")))
                .filter(value -> !value.isEmpty() && !(several() && value.endsWith(SHARED)))
                .collect(Collectors.toCollection(TreeSet::new));
        return products.isEmpty() ? ""
                : "Select another product, if it may be: nodes have what it wants of "
                        + products.stream().limit(LISTED).collect(Collectors.joining(", "));
    }

    /** Whether a container asks for several of some device. */
    private boolean several() {
        return wish.largest().names().stream().anyMatch(name -> name.contains("/") && wish.largest().get(name) > 1);
    }

    /** Which nodes would be selected if they did not share their GPUs, which changes the label of their product. */
    private String relabelled() {
        return wish.nodeRule().needed().stream().filter(need -> need.key().endsWith(PRODUCT))
                .filter(need -> !need.only().isEmpty()).flatMap(need -> {
                    var shared = need.only() + SHARED;
                    var names = rooms.stream().filter(room -> shared.equals(room.facts().labels().get(need.key())))
                            .map(SchedulerNode::name).toList();
                    return names.isEmpty() ? Stream.empty()
                            : Stream.of("; %s of that product %s GPUs (the label says %s)".formatted(
                                    names.stream().limit(LISTED).collect(Collectors.joining(", ")),
                                    names.size() == 1 ? "shares its" : "share their", shared));
                }).findFirst().orElse("");
    }
}
