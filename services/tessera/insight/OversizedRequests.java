package tessera.insight;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tessera.model.NodeFacts;
import tessera.model.NodeInfo;
import tessera.model.NodeRule;
import tessera.model.ResourceAmounts;
import tessera.model.ResourceText;
import tessera.model.SchedulingConstraints;

/** What a pod asks for beside its devices that no node with these could ever give, not even an empty one. */
final class OversizedRequests {

    private final GpuFleet fleet;
    private final AcceleratorCatalog accelerators;
    /** Pods that are alike ask for the same. */
    private final Map<ResourceAmounts, String> known = new HashMap<>();
    private final Map<OversizeRequest, Boolean> emptied = new HashMap<>();
    private final Map<OversizeRequest, Optional<String>> small = new HashMap<>();

    private record OversizeRequest(ResourceAmounts requests, Optional<SchedulingConstraints> placing) {}

    OversizedRequests(GpuFleet fleet, AcceleratorCatalog accelerators) {
        this.fleet = fleet;
        this.accelerators = accelerators;
    }

    /** Why that is so, in a sentence; empty where it is not, or where what it asks for are no devices. */
    String of(ResourceAmounts requests) {
        return known.computeIfAbsent(requests, this::sentence);
    }

    /** Why no node that it selects could ever give it, where others could; empty where that is not so. */
    Optional<String> selected(ResourceAmounts requests, Optional<SchedulingConstraints> placing) {
        return placing.map(SchedulingConstraints::rule).filter(rule -> !rule.equals(NodeRule.ANY)).flatMap(rule -> small
                .computeIfAbsent(new OversizeRequest(requests, placing), _ -> small(requests, rule)));
    }

    private Optional<String> small(ResourceAmounts requests, NodeRule rule) {
        var all = fleet.snapshot().nodes().stream().map(NodeInfo::facts).toList();
        var meant = new SelectedNodes(all.stream().filter(node -> rule.matches(node.name(), node.labels())).toList(),
                requests);
        return meant.nodes().isEmpty() || meant.suffices() || all.stream().noneMatch(meant::gives) ? Optional.empty()
                : Optional.of(meant.words());
    }

    /** Whether a node that takes pods, and to which it may go, would have room for it if it were empty. */
    boolean fitsEmptied(ResourceAmounts requests, Optional<SchedulingConstraints> placing) {
        return emptied.computeIfAbsent(new OversizeRequest(requests, placing),
                wanted -> fleet.snapshot().nodes().stream()
                        .map(NodeInfo::facts).anyMatch(node -> !node.unschedulable() && node.ready()
                                && placing.filter(each -> !each.selects(node)
                                        || NodeBlockers.of(node, each.tolerations(), requests).isPresent()).isEmpty()
                                && !crowded(node) && gives(node, requests.names(), requests)));
    }

    /** Whether no pod at all may be there. */
    static boolean crowded(NodeFacts node) {
        return node.allocatable().has(ResourceAmounts.PODS) && node.allocatable().get(ResourceAmounts.PODS) < 1;
    }

    private String sentence(ResourceAmounts requests) {
        var devices = new ArrayList<String>();
        var others = new ArrayList<String>();
        requests.names().stream().filter(name -> requests.get(name) > 0)
                .forEach(name -> (accelerators.of(name).isPresent() ? devices : others).add(name));
        var holders = fleet.snapshot().nodes().stream().map(NodeInfo::facts)
                .filter(node -> gives(node, devices, requests)).toList();
        if (devices.isEmpty() || holders.isEmpty()) {
            return devices.size() > 1 && devices.stream().allMatch(name -> offered(name, requests))
                    ? together(requests)
                    : "";
        }
        for (var name : others) {
            long most = holders.stream().mapToLong(node -> node.allocatable().get(name)).max().orElse(0);
            if (most < requests.get(name)) {
                var where = devices.stream().map(each -> ResourceText.of(each, requests.get(each)))
                        .collect(Collectors.joining(" and ", "no node that offers ", ""));
                return most == 0 ? "Wants %s; %s has any".formatted(ResourceText.of(name, requests.get(name)), where)
                        : "Wants %s on one node; %s has more than %s".formatted(
                                ResourceText.of(name, requests.get(name)),
                                where, ResourceText.words(name, most));
            }
        }
        return holders.stream().anyMatch(node -> gives(node, others, requests)) ? "" : together(requests);
    }

    private static String together(ResourceAmounts requests) {
        return "No single node has %s together".formatted(requests.names().stream()
                .filter(name -> requests.get(name) > 0).map(name -> ResourceText.of(name, requests.get(name)))
                .collect(Collectors.joining(", ")));
    }

    /** Whether so much of a device is on some node, and no other has it and does not offer it for now. */
    private boolean offered(String device, ResourceAmounts requests) {
        var nodes = fleet.snapshot().nodes().stream().map(NodeInfo::facts).toList();
        return nodes.stream().anyMatch(node -> node.allocatable().get(device) >= requests.get(device))
                && nodes.stream().noneMatch(node -> UnadvertisedDevices.lacks(node, device, requests.get(device)));
    }

    private static boolean gives(NodeFacts node, Collection<String> names, ResourceAmounts requests) {
        return names.stream().allMatch(name -> node.allocatable().get(name) >= requests.get(name));
    }
}
