package tessera.plan.sharing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
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
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;

/**
 * The comparison of a node's advertised resources with its sharing configuration.
 *
 * @param choice   the configuration it takes
 * @param expected what it should offer; empty where that cannot be told
 * @param deviations  what is otherwise than expected and why, the first the most telling; none when all is as it should be
 */
public record NodeGpuSharingComparison(DevicePluginConfigChoice choice, Optional<AdvertisedShares> expected,
        List<SharingDeviation> deviations) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NodeGpuSharingComparison.class);
    /** What a device plugin writes of a container that requests more than one share. */
    private static final Pattern REJECTION = Pattern.compile("maximum.request.size.for.shared.resources");

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
        var expected = shares.map(shareCounts -> AdvertisedShares.compute(
                ShareableNodeDevices.fromNode(node.nodeSummary().labels(), node.nodeSummary().capacity().toMap()),
                shareCounts));
        if (!node.nodeSummary().isReady()) {
            // What its kubelet said last is no answer to what it was told since.
            return new NodeGpuSharingComparison(choice, Optional.empty(), reasons);
        }
        expected.flatMap(AdvertisedShares::obstacle)
                .ifPresent(obstacle -> reasons.add(new SharingDeviation.UnsupportedSharing(obstacle)));
        expected.ifPresent(advertisedShares -> compareOffer(node, setup, advertisedShares, reasons));
        long refused = node.pods().stream().filter(pod -> REJECTION.matcher(pod.message()).find()).count();
        if (refused > 0) {
            reasons.add(new SharingDeviation.RejectedSharePods(refused));
        }
        return new NodeGpuSharingComparison(choice, expected, reasons);
    }

    private static Optional<SharingDeviation> configDeviation(DevicePluginSharingConfiguration setup,
            DevicePluginConfigChoice choice, Optional<DevicePluginConfigDocument> document) {
        if (choice.source() == PluginConfigChoiceOrigin.NOTHING && setup.problem().isEmpty()) {
            return Optional.of(new SharingDeviation.UnchosenPluginConfig());
        }
        if (choice.configName().isEmpty() || setup.problem().isPresent()) {
            return Optional.empty();
        }
        if (document.isEmpty()) {
            return Optional.of(new SharingDeviation.MissingPluginConfig(choice.configName()));
        }
        if (document.get().isRejected()) {
            return document.get().problems().stream().filter(
                    configProblem -> configProblem.weight() == DevicePluginConfigProblem.ConfigProblemEffect.REJECTED)
                    .findFirst().map(configProblem -> new SharingDeviation.InvalidPluginConfig(choice.configName(),
                            configProblem.problemText()));
        }
        return Optional.empty();
    }

    private static void compareOffer(NodeWithBoundPods node, DevicePluginSharingConfiguration setup,
            AdvertisedShares advertisedShares, List<SharingDeviation> reasons) {
        var different = new ArrayList<String>();
        advertisedShares.exactResources().forEach((name, amount) -> {
            long there = node.nodeSummary().capacity().get(name);
            if (there != amount) {
                different.add(MESSAGES.text("offer.amount", there, name, amount));
            }
        });
        advertisedShares.labels().forEach((key, value) -> {
            var said = node.nodeSummary().label(key);
            if (!said.isEmpty() && !said.equals(value)) {
                different.add(MESSAGES.text("offer.label", key, said, value));
            }
        });
        if (!different.isEmpty()) {
            if (reasons.isEmpty()) {
                reasons.add(explainMismatch(node, setup));
            }
            reasons.add(new SharingDeviation.DifferentOffer(SentenceJoiner.joinClauses(different)));
        }
    }

    private static SharingDeviation explainMismatch(NodeWithBoundPods node, DevicePluginSharingConfiguration setup) {
        for (var set : setup.sets()) {
            var pod = podOf(node, set);
            if (pod.isEmpty()) {
                return new SharingDeviation.MissingPluginPod(set.name());
            }
            if (pod.get().ready() < pod.get().total()) {
                return new SharingDeviation.UnreadyPluginPod(pod.get().name(), pod.get().status());
            }
        }
        return new SharingDeviation.UnreadPluginConfig();
    }

    private static Optional<PodSummary> podOf(NodeWithBoundPods node, DevicePluginDaemonSet set) {
        return node.pods().stream()
                .filter(pod -> pod.namespace().equals(set.namespace()) && pod.owner().name().equals(set.name()))
                .findFirst();
    }
}
