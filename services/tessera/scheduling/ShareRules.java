package tessera.scheduling;

import java.util.List;
import java.util.Map;
import tessera.model.NodeFacts;
import tessera.sharing.ConfigChoice;
import tessera.sharing.DeviceShares;
import tessera.sharing.SharingStrategy;
import tessera.sharing.SharingStrategyLabel;

/**
 * What kubelets make of containers that ask for several shares of a device. Schedulers know nothing of it.
 *
 * @param configs of the device plugin, by name, those that can be read
 * @param usual   the name of that which nodes without a label take; empty for none
 */
record ShareRules(Map<String, DeviceShares> configs, String usual) {

    static final ShareRules UNKNOWN = new ShareRules(Map.of(), "");

    ShareRules {
        configs = Map.copyOf(configs);
    }

    /** What becomes of a container that is placed. */
    enum ShareAnswer {
        /** What it asks for are no shares. */
        WHOLE,
        /** It gets several, perhaps of one device. */
        TAKES,
        REFUSES,
        /** How the node is configured is not known. */
        UNCLEAR
    }

    /** What the kubelet of a node says to who asks for several of a resource in one container. */
    ShareAnswer several(NodeFacts node, String resource) {
        var means = SharingStrategyLabel.by(node.labels(), resource);
        if (means.isEmpty()) {
            return ShareAnswer.WHOLE;
        }
        if (means.get() == SharingStrategy.MPS) {
            return ShareAnswer.REFUSES;
        }
        var choice = ConfigChoice.of(node.label(ConfigChoice.LABEL), usual, configs.keySet(),
                List.of(ConfigChoice.Fallback.EMPTY));
        var shares = configs.getOrDefault(choice.key(), DeviceShares.NONE);
        if (shares.of(DeviceShares.unshared(resource)) < DeviceShares.FEWEST) {
            return ShareAnswer.UNCLEAR;
        }
        return shares.onlyOne() ? ShareAnswer.REFUSES : ShareAnswer.TAKES;
    }
}
