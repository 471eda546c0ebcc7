package tessera.scheduling;

import java.util.List;
import java.util.Optional;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.GpuFleet;
import tessera.insight.GpuGroup;
import tessera.insight.GpuNode;
import tessera.insight.node.OngoingChange;
import tessera.mig.MigProfile;
import tessera.model.ResourceText;
import tessera.model.Taint;
import tessera.sharing.DeviceShares;

/** The nodes that would take a pod if they, or all of their devices, were well. */
final class UnhealthyNodes {

    private final List<NodeFit> nodes;
    private final GpuFleet fleet;

    UnhealthyNodes(List<NodeFit> nodes, GpuFleet fleet) {
        this.nodes = nodes;
        this.fleet = fleet;
    }

    /** Of those that take the pod once they are well. */
    List<RemedySuggestion> enough() {
        return advice(true);
    }

    /** Of those where others hold what is missing, too. */
    List<RemedySuggestion> held() {
        return advice(false);
    }

    private List<RemedySuggestion> advice(boolean enough) {
        return nodes.stream().filter(node -> !ill(node).isEmpty() && held(node).isEmpty() == enough)
                // Another node is of no use while its neighbours are against it there, too.
                .filter(node -> node.objections().stream().noneMatch(NeighbourAdvice::concerned)).limit(PodAdvice.EACH)
                .map(node -> new RemedySuggestion("Look after %s: %s%s".formatted(node.name(), ill(node), held(node)),
                        "tessera doctor --node " + node.name(), new PodRemedy.Mend(node.name())))
                .toList();
    }

    /** What would be in the way still if all devices of a node were well; empty where nothing is. */
    private static String held(NodeFit node) {
        var now = node.objections().stream().filter(each -> each.hold() == BlockerKind.OTHERS).findFirst();
        if (now.isPresent()) {
            return "; that alone does not help: " + now.get().words();
        }
        return node.objections().stream().flatMap(each -> each.shortage().stream()).filter(ResourceShortfall::device)
                .filter(lack -> lack.taken() > 0
                        && node.facts().capacity().get(lack.resource()) - lack.taken() < lack.wanted())
                .map(lack -> "; that alone does not help, as other pods hold %s of %s".formatted(
                        ResourceText.words(lack.resource(), lack.taken()), lack.resource()))
                .findFirst().orElse("");
    }

    /** What is wrong with a node that would take the pod if it were well; empty where nothing is, or more is against it. */
    private String ill(NodeFit node) {
        var taints = node.objections().stream().flatMap(each -> each.taint().stream())
                .map(Taint::key).filter(key -> key.startsWith(UnblockAdvice.TROUBLE)).distinct().toList();
        if (node.only(BlockerKind.CLOSED) && !taints.isEmpty()) {
            return "it would take the pod, but for " + String.join(", ", taints);
        }
        var lasting = node.objections().stream().filter(each -> each.hold() != BlockerKind.OTHERS).toList();
        if (lasting.isEmpty() || !lasting.stream()
                .allMatch(each -> each.shortage().filter(lack -> lack.device() && lack.lasting()).isPresent())) {
            return "";
        }
        var change = OngoingChange.of(node.facts());
        if (change.isPresent()) {
            return "a planned change takes its GPUs away for a while, the " + change.get().title();
        }
        var lacks = lasting.stream().flatMap(each -> each.shortage().stream()).toList();
        if (lacks.stream().allMatch(this::whole)
                && fleet.node(node.name()).filter(each -> each.state() == GpuNode.State.NOT_OFFERED)
                        .filter(each -> gives(each, lacks)).isPresent()) {
            return "it has GPUs and offers none";
        }
        boolean withheld = lacks.stream()
                .allMatch(lack -> node.facts().capacity().get(lack.resource()) >= lack.wanted());
        return withheld ? "it has enough devices, but not all of them are healthy" : "";
    }

    /** A node that could not be cut at all does not lack instances because it is ill, nor what no machine is known to have. */
    private boolean whole(ResourceShortfall lack) {
        return MigProfile.ofResource(lack.resource()).isEmpty() && !lack.resource().endsWith(DeviceShares.SHARED)
                && (maker(lack).isPresent()
                        || nodes.stream().anyMatch(node -> node.facts().capacity().get(lack.resource()) > 0));
    }

    /** Whether the machine has GPUs of the maker, and as many as are wanted, where it is known whose and how many. */
    private static boolean gives(GpuNode machine, List<ResourceShortfall> lacks) {
        long has = machine.groups().stream().mapToLong(GpuGroup::count).sum();
        return lacks.stream().allMatch(lack -> (has == 0 || lack.wanted() <= has)
                && maker(lack).filter(vendor -> !vendor.equals(machine.vendor())).isEmpty());
    }

    private static Optional<String> maker(ResourceShortfall lack) {
        return AcceleratorCatalog.standard().of(lack.resource()).map(device -> device.vendor());
    }
}
