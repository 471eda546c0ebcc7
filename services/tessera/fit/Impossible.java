package tessera.fit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.fit.wish.PodWish;
import tessera.insight.Selected;
import tessera.model.Amounts;
import tessera.model.NearNames;
import tessera.model.Taint;
import tessera.model.WordList;
import tessera.sharing.Shared;
import tessera.sharing.Shares;

/** Why no node could ever take a pod: which of its demands nobody meets, or which no node meets together. */
final class Impossible {

    private static final int LISTED = 4;
    private static final String PRODUCT = ".product";
    /** What feature discovery adds to the product where GPUs are shared under their own name. */
    private static final String SHARED = "-SHARED";

    private final PodWish wish;
    private final List<NodeRoom> rooms;
    private final List<NodeFit> nodes;

    /**
     * A demand that cannot be met.
     *
     * @param words  why not
     * @param advice what could be demanded instead; empty where nothing is known to be near
     */
    record Demand(String words, String advice) {}

    /** @param nodes what each of them says */
    Impossible(PodWish wish, List<NodeRoom> rooms, List<NodeFit> nodes) {
        this.wish = wish;
        this.rooms = rooms;
        this.nodes = nodes;
    }

    /** What is demanded in vain; none where that cannot be told. */
    List<Demand> demands() {
        var alone = new ArrayList<Demand>();
        if (wish.nodeRule().matchesNothing()) {
            alone.add(new Demand("Its node affinity has no conditions, and so matches no node",
                    "Give its node affinity conditions, or leave it out"));
        }
        wish.nodeRule().pinned().map(TreeSet::new)
                .filter(names -> !names.isEmpty() && rooms.stream().noneMatch(room -> names.contains(room.name())))
                .ifPresent(names -> alone.add(new Demand("It is meant for %s, and there is no such node".formatted(
                        String.join(", ", names)), "")));
        if (!wish.node().isEmpty() && rooms.stream().noneMatch(room -> room.name().equals(wish.node()))) {
            var names = rooms.stream().map(NodeRoom::name).toList();
            alone.add(new Demand("There is no node “%s”".formatted(wish.node()),
                    NearNames.nearest(wish.node(), names).map("Name the node %s instead"::formatted).orElse("")));
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

    private static long most(List<NodeRoom> rooms, String resource) {
        return rooms.stream().mapToLong(room -> room.allocatable(resource)).max().orElse(0);
    }

    private boolean device(String name) {
        return name.contains("/");
    }

    /** Where an amount of a resource would help: what is no device, only beside the devices that are wanted, too. */
    private List<NodeRoom> offering(String name) {
        var devices = device(name) ? List.<String>of() : wanted().filter(this::device).toList();
        var offering = rooms.stream().filter(room -> devices.stream()
                .allMatch(device -> room.allocatable(device) >= wish.requests().get(device))).toList();
        return offering.isEmpty() ? rooms : offering;
    }

    private Demand resource(String name) {
        var among = offering(name);
        var where = among.size() == rooms.size() ? "no node"
                : wanted().filter(this::device).map(each -> Amounts.of(each, wish.requests().get(each)))
                        .collect(Collectors.joining(" and ", "no node that offers ", ""));
        long most = most(among, name);
        long wanted = wish.requests().get(name);
        long whole = whole(name);
        if (most > 0 && whole > 0 && whole < most) {
            return new Demand("Wants %s on one node; shares of devices aside, no node has more than %s".formatted(
                    Amounts.of(name, wanted), Amounts.words(name, whole)), fewer(name));
        }
        if (most > 0) {
            return new Demand("Wants %s on one node; %s has more than %s".formatted(Amounts.of(name, wanted), where,
                    Amounts.words(name, most)),
                    fewer(name));
        }
        if (among.size() < rooms.size() && most(rooms, name) > 0) {
            return new Demand("Wants %s; %s has any".formatted(Amounts.of(name, wanted), where), "");
        }
        return new Demand("No node offers %s".formatted(name), instead(name, rooms));
    }

    private String fewer(String name) {
        return attainable(name)
                .map(amount -> "Ask for at most %s a pod, and for more pods".formatted(Amounts.of(name, amount))
                        + richer(name, amount))
                .orElseGet(() -> tainted(name));
    }

    /** The most that is to be had where the pod would have to put up with taints as well; empty where that does not do. */
    private String tainted(String name) {
        return nodes.stream().filter(node -> node.objections().stream().allMatch(Impossible::lesser))
                .flatMap(node -> node.needs().stream().filter(need -> need.resource().equals(name))
                        .map(need -> Map.entry(node, need.allocatable())))
                .max(Map.Entry.comparingByValue())
                .map(most -> "Ask for at most %s a pod, and for more pods, and let them tolerate %s".formatted(
                        Amounts.of(name, most.getValue()),
                        WordList.joined(most.getKey().objections().stream().flatMap(each -> each.taint().stream())
                                .map(Taint::toString).toList(), " and ")))
                .orElse("");
    }

    /** Whether who asks for less and tolerates more has nothing to fear of it. */
    private static boolean lesser(Objection objection) {
        return objection.hold() == Hold.OTHERS
                || objection.shortage().filter(lack -> lack.allocatable() > 0).isPresent()
                || objection.taint().filter(taint -> !Openings.forbidding(taint)).isPresent();
    }

    /** Why more of it than what is attainable is not to be had where there is more. */
    private String richer(String name, long attainable) {
        var offering = offering(name).stream().map(NodeRoom::name).toList();
        var richer = nodes.stream().filter(node -> offering.contains(node.name())
                && node.facts().allocatable().get(name) > attainable && closings(node).findAny().isPresent()).toList();
        var why = richer.stream().flatMap(Impossible::closings).distinct().toList();
        if (why.isEmpty()) {
            return "";
        }
        var names = WordList.some(richer.stream().map(NodeFit::name).toList(), LISTED);
        return "; %s %s more, and %s closed to it (%s)".formatted(names, richer.size() == 1 ? "has" : "have",
                richer.size() == 1 ? "is" : "are", why.stream().limit(LISTED).collect(Collectors.joining(", ")));
    }

    private static Stream<String> closings(NodeFit node) {
        return node.objections().stream().filter(each -> each.hold() != Hold.OTHERS && each.shortage().isEmpty())
                .map(Objection::brief);
    }

    /** The most that is to be had of it where nothing else is against the pod for good, and nobody has to open a node. */
    private Optional<Long> attainable(String name) {
        return nodes.stream().filter(node -> node.objections().stream().allMatch(each -> each.hold() == Hold.OTHERS
                || each.shortage().filter(lack -> lack.allocatable() > 0).isPresent()))
                .flatMap(node -> node.needs().stream()).filter(need -> need.resource().equals(name))
                .map(Shortage::allocatable).max(Comparator.naturalOrder());
    }

    /** Whoever asks for several in one container is not served by shares, and kubelets may refuse it. */
    private String instead(String name, List<NodeRoom> among) {
        boolean several = wish.largest().get(name) > 1;
        var offered = among.stream().flatMap(room -> room.facts().allocatable().names().stream()
                .filter(each -> room.allocatable(each) > 0 && !(several && each.endsWith(Shares.SHARED))))
                .collect(Collectors.toCollection(TreeSet::new));
        return NearNames.nearest(name, offered)
                .map(near -> "Ask for %s instead of %s, if that was meant".formatted(near, name)).orElse("");
    }

    /** Each demand is met somewhere, but not all in one place. */
    private Optional<Demand> together() {
        var selected = rooms.stream().filter(room -> (wish.node().isEmpty() || wish.node().equals(room.name()))
                && wish.nodeRule().matches(room.name(), room.facts().labels())).toList();
        if (selected.isEmpty()) {
            return new ContraryNeeds(wish, rooms).demand();
        }
        var meant = new Selected(selected.stream().map(NodeRoom::facts).toList(), wish.requests());
        if (meant.suffices()) {
            return Optional.empty();
        }
        if (selected.size() < rooms.size()) {
            return Optional.of(small(meant, selected));
        }
        var shared = wanted().filter(this::sharedOnly).findFirst();
        return shared.isPresent() ? shared.map(this::resource)
                : Optional.of(new Demand("No single node has %s together".formatted(wanted()
                        .map(name -> Amounts.of(name, wish.requests().get(name))).collect(Collectors.joining(", "))),
                        apart()));
    }

    /** Whoever wants devices that are on different nodes wants several pods. */
    private String apart() {
        var devices = wanted().filter(this::device).toList();
        return devices.size() < 2 || rooms.stream().anyMatch(room -> devices.stream()
                .allMatch(name -> room.allocatable(name) >= wish.requests().get(name))) ? ""
                        : "Have a pod for each: no node offers %s".formatted(WordList.joined(devices.stream()
                                .map(name -> Amounts.of(name, wish.requests().get(name))).toList(), " and "));
    }

    /** Whether so much of it is nowhere but in shares, several of which one container does not make use of. */
    private boolean sharedOnly(String name) {
        return wish.largest().get(name) > 1 && whole(name) > 0 && whole(name) < wish.requests().get(name);
    }

    private long whole(String name) {
        return most(rooms.stream().filter(room -> Shared.by(room.facts().labels(), name).isEmpty()).toList(), name);
    }

    /** What it selects is there, and too small. */
    private Demand small(Selected meant, List<NodeRoom> selected) {
        var scarce = meant.scarce();
        var near = scarce.filter(name -> meant.most(name) == 0).map(name -> instead(name, selected)).orElse("");
        var less = scarce.filter(name -> meant.most(name) > 0).map(this::fewer).orElse("");
        return new Demand(meant.words() + relabelled(), Stream.of(near, elsewhere(), larger(), less)
                .filter(words -> !words.isEmpty()).findFirst().orElse(""));
    }

    /** Which nodes have all that is wanted, and are not those that it selects. */
    private String larger() {
        var able = nodes.stream().filter(node -> node.standing() == NodeFit.Standing.UNSUITABLE).filter(node -> node
                .objections().stream().filter(each -> each.hold().compareTo(Hold.LAYOUT) >= 0)
                .allMatch(each -> each.check() == Check.LABELS || each.check() == Check.PINNED))
                // Several shares may all be of one device.
                .filter(node -> !several() || wanted().filter(this::device)
                        .allMatch(name -> Shared.by(node.facts().labels(), name).isEmpty()))
                .map(NodeFit::name).toList();
        return able.isEmpty() ? ""
                : "Select other nodes, or ask for less: %s%s what it wants".formatted(
                        WordList.some(able, LISTED),
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
                            .map(NodeRoom::name).toList();
                    return names.isEmpty() ? Stream.empty()
                            : Stream.of("; %s of that product %s GPUs (the label says %s)".formatted(
                                    names.stream().limit(LISTED).collect(Collectors.joining(", ")),
                                    names.size() == 1 ? "shares its" : "share their", shared));
                }).findFirst().orElse("");
    }
}
