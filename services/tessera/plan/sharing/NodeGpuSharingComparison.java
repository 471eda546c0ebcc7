package tessera.plan.sharing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodSummary;
import tessera.plan.context.DevicePluginSharingConfiguration;
import tessera.plan.context.DevicePluginSharingConfiguration.DevicePluginDaemonSet;
import tessera.sharing.AdvertisedShares;
import tessera.sharing.DevicePluginConfigChoice;
import tessera.sharing.DevicePluginConfigChoice.PluginConfigChoiceOrigin;
import tessera.sharing.DevicePluginConfigDocument;
import tessera.sharing.DevicePluginConfigProblem;
import tessera.sharing.DeviceShareCounts;
import tessera.sharing.ShareableNodeDevices;

/**
 * The comparison of a node's advertised resources with its sharing configuration.
 *
 * @param choice   the configuration it takes
 * @param expected what it should offer; empty where that cannot be told
 * @param deviations  what is otherwise than expected and why, the first the most telling; none when all is as it should be
 */
public record NodeGpuSharingComparison(DevicePluginConfigChoice choice, Optional<AdvertisedShares> expected,
        List<SharingDeviation> deviations) {

    private static final String PLUGIN = "device plugin ";
    private static final String REFUSED = "maximum request size for shared resources";

    /**
     * A deviation from the expected sharing.
     *
     * @param shortText    what it is, in as few words as a cell has room for
     * @param sentence the same with all that is known of it
     */
    public record SharingDeviation(String shortText, String sentence) {}

    public NodeGpuSharingComparison {
        deviations = List.copyOf(deviations);
    }

    /** Compares the configuration of a node with what it advertises. */
    public static NodeGpuSharingComparison of(NodeWithBoundPods node, DevicePluginSharingConfiguration setup) {
        var choice = setup.choiceOf(node.nodeSummary());
        var document = Optional.ofNullable(setup.documents().get(choice.configName()));
        var reasons = new ArrayList<SharingDeviation>();
        configDeviation(setup, choice, document).ifPresent(reasons::add);
        var shares = setup.problem().isPresent() ? Optional.<DeviceShareCounts>empty() : setup.sharesOf(choice);
        var expected = shares
                .map(shareCounts -> AdvertisedShares.compute(ShareableNodeDevices.fromNode(node.nodeSummary().labels(),
                        node.nodeSummary().capacity().toMap()), shareCounts));
        if (!node.nodeSummary().isReady()) {
            // What its kubelet said last is no answer to what it was told since.
            return new NodeGpuSharingComparison(choice, Optional.empty(), reasons);
        }
        expected.filter(advertisedShares -> !advertisedShares.problem().isEmpty())
                .ifPresent(advertisedShares -> reasons
                        .add(new SharingDeviation("not possible here", advertisedShares.problem())));
        expected.ifPresent(advertisedShares -> compareOffer(node, setup, advertisedShares, reasons));
        long refused = node.pods().stream().filter(pod -> pod.message().contains(REFUSED)).count();
        if (refused > 0) {
            reasons.add(new SharingDeviation(refused == 1 ? "1 pod refused" : refused + " pods refused",
                    "%s refused (UnexpectedAdmissionError), as a container asked for more than one share: delete %s "
                            .formatted(refused == 1 ? "1 pod was" : refused + " pods were",
                                    refused == 1 ? "it" : "them")
                            + "by hand"));
        }
        return new NodeGpuSharingComparison(choice, expected, reasons);
    }

    private static Optional<SharingDeviation> configDeviation(DevicePluginSharingConfiguration setup,
            DevicePluginConfigChoice choice,
            Optional<DevicePluginConfigDocument> document) {
        if (choice.source() == PluginConfigChoiceOrigin.NOTHING && setup.problem().isEmpty()) {
            return Optional.of(new SharingDeviation("takes no configuration",
                    "nothing says which configuration the node takes: the device plugin keeps restarting"));
        }
        if (choice.configName().isEmpty() || setup.problem().isPresent()) {
            return Optional.empty();
        }
        if (document.isEmpty()) {
            return Optional.of(new SharingDeviation("no such configuration",
                    "there is no configuration %s: the device plugin keeps restarting".formatted(choice.configName())));
        }
        if (document.get().isRejected()) {
            return document.get().problems().stream()
                    .filter(configProblem -> configProblem
                            .weight() == DevicePluginConfigProblem.ConfigProblemEffect.REJECTED)
                    .findFirst()
                    .map(configProblem -> new SharingDeviation("configuration rejected",
                            "the device plugin rejects %s: %s".formatted(choice.configName(),
                                    configProblem.problemText())));
        }
        return Optional.empty();
    }

    private static void compareOffer(NodeWithBoundPods node, DevicePluginSharingConfiguration setup,
            AdvertisedShares advertisedShares,
            List<SharingDeviation> reasons) {
        var different = new ArrayList<String>();
        advertisedShares.exactResources().forEach((name, amount) -> {
            long there = node.nodeSummary().capacity().get(name);
            if (there != amount) {
                different.add("%d %s instead of %d".formatted(there, name, amount));
            }
        });
        advertisedShares.labels().forEach((key, value) -> {
            var said = node.nodeSummary().label(key);
            if (!said.isEmpty() && !said.equals(value)) {
                different.add("%s is %s, not %s".formatted(key, said, value));
            }
        });
        if (!different.isEmpty()) {
            if (reasons.isEmpty()) {
                reasons.add(explainMismatch(node, setup));
            }
            reasons.add(new SharingDeviation("offers something else", String.join("; ", different)));
        }
    }

    private static SharingDeviation explainMismatch(NodeWithBoundPods node, DevicePluginSharingConfiguration setup) {
        for (var set : setup.sets()) {
            var pod = podOf(node, set);
            if (pod.isEmpty()) {
                return new SharingDeviation(PLUGIN + "not there",
                        "no pod of %s runs there: its node selector or a taint keeps it away".formatted(set.name()));
            }
            if (pod.get().ready() < pod.get().total()) {
                return new SharingDeviation(PLUGIN + "not running",
                        "%s is %s".formatted(pod.get().name(), pod.get().status()));
            }
        }
        return new SharingDeviation("not taken up yet",
                "configurations are read when a device plugin starts: restart its pods if this one was edited");
    }

    private static Optional<PodSummary> podOf(NodeWithBoundPods node, DevicePluginDaemonSet set) {
        return node.pods().stream().filter(pod -> pod.namespace().equals(set.namespace())
                && pod.owner().name().equals(set.name())).findFirst();
    }
}
